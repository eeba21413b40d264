import { texts } from "../i18n/i18n.ts";
import en from "./en/shell.json";

export const shellTexts = texts("shell", en);
