import { catalogue } from "./catalogue.ts";
import en from "./en/site.json";

export const siteTexts = catalogue("site", en);
