import { texts } from "@loyalty/ui/i18n";

import en from "./en/figures.json";

export const figuresTexts = texts("figures", en);
