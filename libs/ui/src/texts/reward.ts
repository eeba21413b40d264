import { catalogue } from "./catalogue.ts";
import en from "./en/reward.json";

export const rewardTexts = catalogue("reward", en);
