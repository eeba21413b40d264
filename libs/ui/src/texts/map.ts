import { catalogue } from "./catalogue.ts";
import en from "./en/map.json";

export const mapTexts = catalogue("map", en);
