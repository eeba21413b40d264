import { addEnglish } from "@loyalty/ui/i18n";

import profile from "./en/profile.json";

export const profileTexts = addEnglish("profile", profile);

declare module "i18next" {
  interface ResourceNamespaceMap {
    profile: typeof profile;
  }
}
