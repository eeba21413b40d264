import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/messages-link.json";

export const messagesLinkTexts = texts("messages-link", en);
