import { texts } from "@loyalty/ui/i18n";

import en from "./en/today.json";

export const todayTexts = texts("today", en);
