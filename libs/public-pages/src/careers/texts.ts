import { addEnglish } from "@loyalty/ui/i18n";

import application from "./texts/en/application.json";
import careers from "./texts/en/careers.json";

export const applicationTexts = addEnglish("application", application);
export const careersTexts = addEnglish("careers", careers);

declare module "i18next" {
  interface ResourceNamespaceMap {
    application: typeof application;
    careers: typeof careers;
  }
}
