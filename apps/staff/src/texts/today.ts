import { addEnglish } from "@loyalty/ui/i18n";

import today from "./en/today.json";

export const todayTexts = addEnglish("today", today);

declare module "i18next" {
  interface ResourceNamespaceMap {
    today: typeof today;
  }
}
