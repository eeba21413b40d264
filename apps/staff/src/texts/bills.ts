import { addEnglish } from "@loyalty/ui/i18n";

import bills from "./en/bills.json";

export const billsTexts = addEnglish("bills", bills);

declare module "i18next" {
  interface ResourceNamespaceMap {
    bills: typeof bills;
  }
}
