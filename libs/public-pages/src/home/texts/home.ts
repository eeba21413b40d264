import { texts } from "@loyalty/ui/i18n";

import en from "./en/home.json";

export const homeTexts = texts("home", en);
