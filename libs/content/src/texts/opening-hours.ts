import { addEnglish } from "@loyalty/ui/i18n";

import openingHours from "./en/opening-hours.json";

export const openingHoursTexts = addEnglish("opening-hours", openingHours);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "opening-hours": typeof openingHours;
  }
}
