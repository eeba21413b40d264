import { catalogue } from "./catalogue.ts";
import en from "./en/award-names.json";

export const awardNameTexts = catalogue("award-names", en);
