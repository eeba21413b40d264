import { texts } from "@loyalty/ui/i18n";

import en from "./en/faq.json";

export const faqTexts = texts("faq", en);
