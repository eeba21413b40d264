import { texts } from "@loyalty/ui/i18n";

import en from "./en/help.json";

export const helpTexts = texts("help", en);
