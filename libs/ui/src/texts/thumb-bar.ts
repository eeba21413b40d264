import { catalogue } from "./catalogue.ts";
import en from "./en/thumb-bar.json";

export const thumbBarTexts = catalogue("thumb-bar", en);
