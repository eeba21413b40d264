import { catalogue } from "./catalogue.ts";
import en from "./en/seo.json";

/** Titles and descriptions of the public pages, for browsers and search engines. */
export const seoTexts = catalogue("seo", en);
