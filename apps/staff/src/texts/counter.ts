import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/counter.json";

export const counterTexts = texts("counter", en);
