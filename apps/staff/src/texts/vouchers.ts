import { addEnglish } from "@loyalty/ui/i18n";

import vouchers from "./en/vouchers.json";

export const vouchersTexts = addEnglish("vouchers", vouchers);

declare module "i18next" {
  interface ResourceNamespaceMap {
    vouchers: typeof vouchers;
  }
}
