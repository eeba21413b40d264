import { addEnglish } from "@loyalty/ui/i18n";

import account from "./en/account.json";

export const accountTexts = addEnglish("account", account);

declare module "i18next" {
  interface ResourceNamespaceMap {
    account: typeof account;
  }
}
