import { texts } from "../i18n/i18n.ts";
import en from "./en/referral.json";

export const referralTexts = texts("referral", en);
