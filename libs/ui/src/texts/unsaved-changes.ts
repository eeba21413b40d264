import { texts } from "../i18n/i18n.ts";
import en from "./en/unsaved-changes.json";

export const unsavedChangesTexts = texts("unsaved-changes", en);
