import { catalogue } from "./catalogue.ts";
import en from "./en/referral.json";

export const referralTexts = catalogue("referral", en);
