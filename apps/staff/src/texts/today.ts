import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/today.json";

export const todayTexts = texts("today", en);
