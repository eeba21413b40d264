import { texts } from "@loyalty/ui/i18n";

import en from "./en/rewards.json";

export const rewardsTexts = texts("rewards", en);
