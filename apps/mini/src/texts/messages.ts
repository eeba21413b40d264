import { texts } from "@loyalty/ui/i18n";

import en from "./en/messages.json";

export const messagesTexts = texts("messages", en);
