import { addEnglish } from "@loyalty/ui/i18n";

import awards from "./texts/en/awards.json";

export const awardsTexts = addEnglish("awards", awards);

declare module "i18next" {
  interface ResourceNamespaceMap {
    awards: typeof awards;
  }
}
