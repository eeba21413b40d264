import { texts } from "@loyalty/ui/i18n";

import en from "./en/reward.json";

export const rewardTexts = texts("reward", en);
