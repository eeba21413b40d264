import { addEnglish } from "@loyalty/ui/i18n";

import inbox from "./en/inbox.json";

export const inboxTexts = addEnglish("inbox", inbox);

declare module "i18next" {
  interface ResourceNamespaceMap {
    inbox: typeof inbox;
  }
}
