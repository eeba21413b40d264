import { texts } from "@loyalty/ui/i18n";

import en from "./en/hours.json";

export const hoursTexts = texts("hours", en);
