import { texts } from "../i18n/i18n.ts";
import en from "./en/sign-out.json";

export const signOutTexts = texts("sign-out", en);
