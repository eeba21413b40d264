import { addEnglish } from "@loyalty/ui/i18n";

import site from "./en/site.json";

export const siteTexts = addEnglish("site", site);

declare module "i18next" {
  interface ResourceNamespaceMap {
    site: typeof site;
  }
}
