import { texts } from "../i18n/i18n.ts";
import en from "./en/application.json";

export const applicationTexts = texts("application", en);
