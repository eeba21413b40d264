import { addEnglish } from "@loyalty/ui/i18n";

import home from "./texts/en/home.json";

export const homeTexts = addEnglish("home", home);

declare module "i18next" {
  interface ResourceNamespaceMap {
    home: typeof home;
  }
}
