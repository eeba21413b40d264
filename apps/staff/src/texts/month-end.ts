import { addEnglish } from "@loyalty/ui/i18n";

import monthEnd from "./en/month-end.json";

export const monthEndTexts = addEnglish("month-end", monthEnd);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "month-end": typeof monthEnd;
  }
}
