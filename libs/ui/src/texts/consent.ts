import { texts } from "../i18n/i18n.ts";
import en from "./en/consent.json";

export const consentTexts = texts("consent", en);
