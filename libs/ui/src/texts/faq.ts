import { catalogue } from "./catalogue.ts";
import en from "./en/faq.json";

export const faqTexts = catalogue("faq", en);
