import { texts } from "../i18n/i18n.ts";
import en from "./en/menu.json";

export const menuTexts = texts("menu", en);
