import { catalogue } from "./catalogue.ts";
import en from "./en/legal-pages.json";

export const legalPagesTexts = catalogue("legal-pages", en);
