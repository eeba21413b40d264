import { addEnglish } from "@loyalty/ui/i18n";

import push from "./texts/en/push.json";

export const pushTexts = addEnglish("push", push);

declare module "i18next" {
  interface ResourceNamespaceMap {
    push: typeof push;
  }
}
