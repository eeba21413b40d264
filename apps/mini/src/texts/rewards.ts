import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/rewards.json";

export const rewardsTexts = texts("rewards", en);
