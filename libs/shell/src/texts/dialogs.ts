import { texts } from "@loyalty/ui/i18n";

import en from "./en/dialogs.json";

export const dialogTexts = texts("dialogs", en);
