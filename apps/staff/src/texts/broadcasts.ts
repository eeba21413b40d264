import { addEnglish } from "@loyalty/ui/i18n";

import broadcasts from "./en/broadcasts.json";

export const broadcastsTexts = addEnglish("broadcasts", broadcasts);

declare module "i18next" {
  interface ResourceNamespaceMap {
    broadcasts: typeof broadcasts;
  }
}
