import { addEnglish } from "@loyalty/ui/i18n";

import officeProgramme from "./en/office-programme.json";

export const programmeTexts = addEnglish("office-programme", officeProgramme);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "office-programme": typeof officeProgramme;
  }
}
