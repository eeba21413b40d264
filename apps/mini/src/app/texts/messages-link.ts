import { texts } from "@loyalty/ui/i18n";

import en from "./en/messages-link.json";

export const messagesLinkTexts = texts("messages-link", en);
