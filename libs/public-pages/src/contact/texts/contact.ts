import { texts } from "@loyalty/ui/i18n";

import en from "./en/contact.json";

export const contactTexts = texts("contact", en);
