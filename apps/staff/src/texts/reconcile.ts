import { addEnglish } from "@loyalty/ui/i18n";

import reconcile from "./en/reconcile.json";

export const reconcileTexts = addEnglish("reconcile", reconcile);

declare module "i18next" {
  interface ResourceNamespaceMap {
    reconcile: typeof reconcile;
  }
}
