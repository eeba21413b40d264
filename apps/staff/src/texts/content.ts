import { addEnglish } from "@loyalty/ui/i18n";

import content from "./en/content.json";
import hours from "./en/hours.json";

export const contentTexts = addEnglish("content", content);
export const hoursTexts = addEnglish("hours", hours);

declare module "i18next" {
  interface ResourceNamespaceMap {
    content: typeof content;
    hours: typeof hours;
  }
}

/** The fields of the documents, each with its label. */
export type FieldName = keyof typeof content.fields;
