import { texts } from "@loyalty/ui/i18n";

import en from "./en/sign-out.json";

export const signOutTexts = texts("sign-out", en);
