import { texts } from "@loyalty/ui/i18n";

import en from "./en/content.json";

export const contentTexts = texts("content", en);
/** The fields of the documents, each with its label. */
export type FieldName = keyof typeof en.fields;
