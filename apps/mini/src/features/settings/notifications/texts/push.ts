import { texts } from "@loyalty/ui/i18n";

import en from "./en/push.json";

export const pushTexts = texts("push", en);
