import { texts } from "../i18n/i18n.ts";
import en from "./en/awards.json";

export const awardsTexts = texts("awards", en);
