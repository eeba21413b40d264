import { texts } from "@loyalty/ui/i18n";

import en from "./en/counter.json";

export const counterTexts = texts("counter", en);
