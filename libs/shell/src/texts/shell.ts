import { texts } from "@loyalty/ui/i18n";

import en from "./en/shell.json";

export const shellTexts = texts("shell", en);
