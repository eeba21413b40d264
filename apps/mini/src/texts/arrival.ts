import { texts } from "@loyalty/ui/i18n";

import en from "./en/arrival.json";

export const arrivalTexts = texts("arrival", en);
