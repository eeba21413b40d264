import { texts } from "@loyalty/ui/i18n";

import en from "./en/membership.json";

export const membershipTexts = texts("membership", en);
