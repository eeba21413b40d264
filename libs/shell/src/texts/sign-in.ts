import { texts } from "@loyalty/ui/i18n";

import en from "./en/sign-in.json";

export const signInTexts = texts("sign-in", en);
