import { texts } from "../i18n/i18n.ts";
import en from "./en/sign-in.json";

export const signInTexts = texts("sign-in", en);
