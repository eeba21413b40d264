import { texts } from "@loyalty/ui/i18n";

import en from "./en/account.json";

export const accountTexts = texts("account", en);
