import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/dashboard.json";

export const dashboardTexts = texts("dashboard", en);
