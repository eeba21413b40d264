import { texts } from "../i18n/i18n.ts";
import en from "./en/legal-pages.json";

export const legalPagesTexts = texts("legal-pages", en);
