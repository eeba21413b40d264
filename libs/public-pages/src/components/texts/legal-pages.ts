import { texts } from "@loyalty/ui/i18n";

import en from "./en/legal-pages.json";

export const legalPagesTexts = texts("legal-pages", en);
