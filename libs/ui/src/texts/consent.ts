import { catalogue } from "./catalogue.ts";
import en from "./en/consent.json";

export const consentTexts = catalogue("consent", en);
