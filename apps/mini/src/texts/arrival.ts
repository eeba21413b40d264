import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/arrival.json";

export const arrivalTexts = texts("arrival", en);
