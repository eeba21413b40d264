import { texts } from "../i18n/i18n.ts";
import en from "./en/site.json";

export const siteTexts = texts("site", en);
