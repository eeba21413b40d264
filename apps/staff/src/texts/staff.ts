import { addEnglish } from "@loyalty/ui/i18n";
import type { ParseKeys } from "i18next";

import navigation from "./en/navigation.json";
import staff from "./en/staff.json";

export const navigationTexts = addEnglish("navigation", navigation);
export const staffTexts = addEnglish("staff", staff);

declare module "i18next" {
  interface ResourceNamespaceMap {
    navigation: typeof navigation;
    staff: typeof staff;
  }
}

export type NavigationName = Exclude<ParseKeys<"navigation">, `groups.${string}`>;
