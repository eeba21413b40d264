import { addEnglish } from "@loyalty/ui/i18n";

import settings from "./en/settings.json";

export const settingsTexts = addEnglish("settings", settings);

declare module "i18next" {
  interface ResourceNamespaceMap {
    settings: typeof settings;
  }
}
