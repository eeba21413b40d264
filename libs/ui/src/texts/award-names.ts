import { texts } from "../i18n/i18n.ts";
import en from "./en/award-names.json";

export const awardNameTexts = texts("award-names", en);
