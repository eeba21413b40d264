import { addEnglish } from "@loyalty/ui/i18n";

import figures from "./en/figures.json";

export const figuresTexts = addEnglish("figures", figures);

declare module "i18next" {
  interface ResourceNamespaceMap {
    figures: typeof figures;
  }
}
