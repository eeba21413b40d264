import { texts } from "@loyalty/ui/i18n";

import en from "./en/careers.json";

export const careersTexts = texts("careers", en);
