import { addEnglish } from "@loyalty/ui/i18n";

import map from "./en/map.json";

export const mapTexts = addEnglish("map", map);

declare module "i18next" {
  interface ResourceNamespaceMap {
    map: typeof map;
  }
}
