import { addEnglish } from "@loyalty/ui/i18n";

import officeRewards from "./en/office-rewards.json";

export const rewardsTexts = addEnglish("office-rewards", officeRewards);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "office-rewards": typeof officeRewards;
  }
}
