import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/reward.json";

export const rewardTexts = texts("reward", en);
