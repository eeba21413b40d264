import { texts } from "@loyalty/ui/i18n";

import en from "./en/referral.json";

export const referralTexts = texts("referral", en);
