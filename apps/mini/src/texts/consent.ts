import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/consent.json";

export const consentTexts = texts("consent", en);
