import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/messages.json";

export const messagesTexts = texts("messages", en);
