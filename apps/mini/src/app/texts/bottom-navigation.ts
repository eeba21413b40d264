import { texts } from "@loyalty/ui/i18n";

import en from "./en/bottom-navigation.json";

export const bottomNavigationTexts = texts("bottom-navigation", en);
