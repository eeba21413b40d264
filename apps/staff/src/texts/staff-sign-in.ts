import { addEnglish } from "@loyalty/ui/i18n";

import staffSignIn from "./en/staff-sign-in.json";

export const staffSignInTexts = addEnglish("staff-sign-in", staffSignIn);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "staff-sign-in": typeof staffSignIn;
  }
}
