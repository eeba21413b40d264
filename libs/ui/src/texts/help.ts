import { catalogue } from "./catalogue.ts";
import en from "./en/help.json";

export const helpTexts = catalogue("help", en);
