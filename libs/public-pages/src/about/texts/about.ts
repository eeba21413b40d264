import { texts } from "@loyalty/ui/i18n";

import en from "./en/about.json";

export const aboutTexts = texts("about", en);
