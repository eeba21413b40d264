import { texts } from "@loyalty/ui/i18n";

import en from "./en/opening-hours.json";

export const openingHoursTexts = texts("opening-hours", en);
