import { addEnglish } from "@loyalty/ui/i18n";

import outletPicker from "./texts/en/outlet-picker.json";
import reward from "./texts/en/reward.json";

export const outletPickerTexts = addEnglish("outlet-picker", outletPicker);
export const rewardTexts = addEnglish("reward", reward);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "outlet-picker": typeof outletPicker;
    reward: typeof reward;
  }
}
