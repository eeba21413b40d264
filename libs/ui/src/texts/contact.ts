import { texts } from "../i18n/i18n.ts";
import en from "./en/contact.json";

export const contactTexts = texts("contact", en);
