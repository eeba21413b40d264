import { texts } from "../i18n/i18n.ts";
import en from "./en/faq.json";

export const faqTexts = texts("faq", en);
