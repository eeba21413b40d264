import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/account.json";

export const accountTexts = texts("account", en);
