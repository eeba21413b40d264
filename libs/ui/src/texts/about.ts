import { catalogue } from "./catalogue.ts";
import en from "./en/about.json";

export const aboutTexts = catalogue("about", en);
