import { addEnglish } from "@loyalty/ui/i18n";

import membership from "./texts/en/membership.json";

export const membershipTexts = addEnglish("membership", membership);

declare module "i18next" {
  interface ResourceNamespaceMap {
    membership: typeof membership;
  }
}
