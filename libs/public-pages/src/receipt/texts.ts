import { addEnglish } from "@loyalty/ui/i18n";

import receipt from "./texts/en/receipt.json";

export const receiptTexts = addEnglish("receipt", receipt);

declare module "i18next" {
  interface ResourceNamespaceMap {
    receipt: typeof receipt;
  }
}
