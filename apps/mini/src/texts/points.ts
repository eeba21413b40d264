import { addEnglish } from "@loyalty/ui/i18n";

import points from "./en/points.json";

export const pointsTexts = addEnglish("points", points);

declare module "i18next" {
  interface ResourceNamespaceMap {
    points: typeof points;
  }
}
