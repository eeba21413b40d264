import { addEnglish } from "@loyalty/ui/i18n";

import webhooks from "./en/webhooks.json";

export const webhooksTexts = addEnglish("webhooks", webhooks);

declare module "i18next" {
  interface ResourceNamespaceMap {
    webhooks: typeof webhooks;
  }
}
