import { texts } from "../i18n/i18n.ts";
import en from "./en/reward.json";

export const rewardTexts = texts("reward", en);
