import { texts } from "../i18n/i18n.ts";
import en from "./en/arrival.json";

export const arrivalTexts = texts("arrival", en);
