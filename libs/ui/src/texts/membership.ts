import { catalogue } from "./catalogue.ts";
import en from "./en/membership.json";

export const membershipTexts = catalogue("membership", en);
