import { texts } from "@loyalty/ui/i18n";

import en from "./en/dashboard.json";

export const dashboardTexts = texts("dashboard", en);
