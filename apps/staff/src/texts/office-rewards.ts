import { texts } from "@loyalty/ui/i18n";

import en from "./en/office-rewards.json";

export const rewardsTexts = texts("office-rewards", en);
