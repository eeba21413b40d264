import { addEnglish } from "@loyalty/ui/i18n";

import referral from "./texts/en/referral.json";

export const referralTexts = addEnglish("referral", referral);

declare module "i18next" {
  interface ResourceNamespaceMap {
    referral: typeof referral;
  }
}
