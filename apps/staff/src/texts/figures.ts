import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/figures.json";

export const figuresTexts = texts("figures", en);
