import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/bottom-navigation.json";

export const bottomNavigationTexts = texts("bottom-navigation", en);
