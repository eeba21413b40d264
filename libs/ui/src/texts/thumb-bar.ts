import { texts } from "../i18n/i18n.ts";
import en from "./en/thumb-bar.json";

export const thumbBarTexts = texts("thumb-bar", en);
