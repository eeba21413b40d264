import { texts } from "../i18n/i18n.ts";
import en from "./en/careers.json";

export const careersTexts = texts("careers", en);
