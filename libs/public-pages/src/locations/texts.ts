import { addEnglish } from "@loyalty/ui/i18n";

import locations from "./texts/en/locations.json";

export const locationsTexts = addEnglish("locations", locations);

declare module "i18next" {
  interface ResourceNamespaceMap {
    locations: typeof locations;
  }
}
