import { addEnglish } from "@loyalty/ui/i18n";

import legal from "./en/legal.json";

/** Terms and Privacy: read by the viewer in the dialogs and by the two full pages. */
export const legalTexts = addEnglish("legal", legal);

declare module "i18next" {
  interface ResourceNamespaceMap {
    legal: typeof legal;
  }
}
