import { texts } from "../i18n/i18n.ts";
import en from "./en/referral-code.json";

export const referralCodeTexts = texts("referral-code", en);
