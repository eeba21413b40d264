import { addEnglish } from "@loyalty/ui/i18n";

import member from "./en/member.json";

export const memberTexts = addEnglish("member", member);

declare module "i18next" {
  interface ResourceNamespaceMap {
    member: typeof member;
  }
}
