import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/hours.json";

export const hoursTexts = texts("hours", en);
