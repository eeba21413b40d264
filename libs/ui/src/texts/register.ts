import { texts } from "../i18n/i18n.ts";
import en from "./en/register.json";

export const registerTexts = texts("register", en);
