import { texts } from "@loyalty/ui/i18n";

import en from "./en/inbox.json";

export const inboxTexts = texts("inbox", en);
