import { addEnglish } from "@loyalty/ui/i18n";

import seo from "./en/seo.json";

/** Titles and descriptions of the public pages, for browsers and search engines. */
export const seoTexts = addEnglish("seo", seo);

declare module "i18next" {
  interface ResourceNamespaceMap {
    seo: typeof seo;
  }
}
