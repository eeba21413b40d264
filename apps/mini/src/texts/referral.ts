import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/referral.json";

export const referralTexts = texts("referral", en);
