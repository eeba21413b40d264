import { texts } from "@loyalty/ui/i18n";

import en from "./en/register.json";

export const registerTexts = texts("register", en);
