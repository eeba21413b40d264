import { texts } from "@loyalty/ui/i18n";

import en from "./en/menu.json";

export const menuTexts = texts("menu", en);
