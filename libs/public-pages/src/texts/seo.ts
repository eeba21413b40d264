import { texts } from "@loyalty/ui/i18n";

import en from "./en/seo.json";

/** Titles and descriptions of the public pages, for browsers and search engines. */
export const seoTexts = texts("seo", en);
