import { texts } from "@loyalty/ui/i18n";

import en from "./en/awards.json";

export const awardsTexts = texts("awards", en);
