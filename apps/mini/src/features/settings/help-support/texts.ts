import { addEnglish } from "@loyalty/ui/i18n";

import help from "./texts/en/help.json";

export const helpTexts = addEnglish("help", help);

declare module "i18next" {
  interface ResourceNamespaceMap {
    help: typeof help;
  }
}
