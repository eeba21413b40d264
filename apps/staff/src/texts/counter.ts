import { addEnglish } from "@loyalty/ui/i18n";

import counter from "./en/counter.json";

export const counterTexts = addEnglish("counter", counter);

declare module "i18next" {
  interface ResourceNamespaceMap {
    counter: typeof counter;
  }
}
