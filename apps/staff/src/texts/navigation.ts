import { type TextName, texts } from "@loyalty/ui/i18n";

import en from "./en/navigation.json";

export const navigationTexts = texts("navigation", en);
export type NavigationName = Exclude<TextName<typeof en>, `groups.${string}`>;
