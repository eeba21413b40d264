import { addEnglish } from "@loyalty/ui/i18n";

import content from "./en/content.json";
import outlets from "./en/outlets.json";

export const contentTexts = addEnglish("content", content);
export const outletsTexts = addEnglish("outlets", outlets);

declare module "i18next" {
  interface ResourceNamespaceMap {
    content: typeof content;
    outlets: typeof outlets;
  }
}

export type FieldName = keyof typeof content.fields;
