import { catalogue } from "./catalogue.ts";
import en from "./en/referral-code.json";

export const referralCodeTexts = catalogue("referral-code", en);
