import { texts } from "../i18n/i18n.ts";
import en from "./en/about.json";

export const aboutTexts = texts("about", en);
