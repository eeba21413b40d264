import { addEnglish } from "@loyalty/ui/i18n";

import members from "./en/members.json";

export const membersTexts = addEnglish("members", members);

declare module "i18next" {
  interface ResourceNamespaceMap {
    members: typeof members;
  }
}
