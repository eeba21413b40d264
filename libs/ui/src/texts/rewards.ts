import { catalogue } from "./catalogue.ts";
import en from "./en/rewards.json";

export const rewardsTexts = catalogue("rewards", en);
