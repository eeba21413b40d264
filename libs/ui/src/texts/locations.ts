import { catalogue } from "./catalogue.ts";
import en from "./en/locations.json";

export const locationsTexts = catalogue("locations", en);
