import { texts } from "../i18n/i18n.ts";
import en from "./en/seo.json";

/** Titles and descriptions of the public pages, for browsers and search engines. */
export const seoTexts = texts("seo", en);
