import { texts } from "../i18n/i18n.ts";
import en from "./en/dialogs.json";

export const dialogTexts = texts("dialogs", en);
