import { texts } from "../i18n/i18n.ts";
import en from "./en/home.json";

export const homeTexts = texts("home", en);
