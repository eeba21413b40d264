import { texts } from "../i18n/i18n.ts";
import en from "./en/preferences.json";

/** The switches of brand, language and colours. */
export const preferenceTexts = texts("preferences", en);
