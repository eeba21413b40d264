import { texts } from "@loyalty/ui/i18n";

import en from "./en/consent.json";

export const consentTexts = texts("consent", en);
