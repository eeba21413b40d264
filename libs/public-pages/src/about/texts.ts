import { addEnglish } from "@loyalty/ui/i18n";

import about from "./texts/en/about.json";

export const aboutTexts = addEnglish("about", about);

declare module "i18next" {
  interface ResourceNamespaceMap {
    about: typeof about;
  }
}
