import { texts } from "@loyalty/ui/i18n";

import en from "./en/referral-code.json";

export const referralCodeTexts = texts("referral-code", en);
