import { addEnglish } from "@loyalty/ui/i18n";

import approvals from "./en/approvals.json";

export const approvalsTexts = addEnglish("approvals", approvals);

declare module "i18next" {
  interface ResourceNamespaceMap {
    approvals: typeof approvals;
  }
}
