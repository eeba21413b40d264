import { texts } from "@loyalty/ui/i18n";

import en from "./en/member-navigation.json";

export const memberNavigationTexts = texts("member-navigation", en);
