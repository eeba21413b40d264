import { addEnglish } from "@loyalty/ui/i18n";

import faq from "./en/faq.json";

export const faqTexts = addEnglish("faq", faq);

declare module "i18next" {
  interface ResourceNamespaceMap {
    faq: typeof faq;
  }
}
