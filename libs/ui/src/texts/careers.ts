import { catalogue } from "./catalogue.ts";
import en from "./en/careers.json";

export const careersTexts = catalogue("careers", en);
