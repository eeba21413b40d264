import { catalogue } from "./catalogue.ts";
import en from "./en/contact.json";

export const contactTexts = catalogue("contact", en);
