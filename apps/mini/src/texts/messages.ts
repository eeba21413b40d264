import { addEnglish } from "@loyalty/ui/i18n";

import messages from "./en/messages.json";

export const messagesTexts = addEnglish("messages", messages);

declare module "i18next" {
  interface ResourceNamespaceMap {
    messages: typeof messages;
  }
}
