import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/inbox.json";

export const inboxTexts = texts("inbox", en);
