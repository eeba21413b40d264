import { addEnglish } from "@loyalty/ui/i18n";

import menu from "./texts/en/menu.json";

export const menuTexts = addEnglish("menu", menu);

declare module "i18next" {
  interface ResourceNamespaceMap {
    menu: typeof menu;
  }
}
