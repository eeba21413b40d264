import { catalogue } from "./catalogue.ts";
import en from "./en/home.json";

export const homeTexts = catalogue("home", en);
