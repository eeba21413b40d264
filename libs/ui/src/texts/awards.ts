import { catalogue } from "./catalogue.ts";
import en from "./en/awards.json";

export const awardsTexts = catalogue("awards", en);
