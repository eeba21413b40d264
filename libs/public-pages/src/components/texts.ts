import { addEnglish } from "@loyalty/ui/i18n";

import legalPages from "./texts/en/legal-pages.json";
import slides from "./texts/en/slides.json";

export const legalPagesTexts = addEnglish("legal-pages", legalPages);
export const slidesTexts = addEnglish("slides", slides);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "legal-pages": typeof legalPages;
    slides: typeof slides;
  }
}
