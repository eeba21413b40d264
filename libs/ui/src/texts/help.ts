import { texts } from "../i18n/i18n.ts";
import en from "./en/help.json";

export const helpTexts = texts("help", en);
