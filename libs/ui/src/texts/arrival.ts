import { catalogue } from "./catalogue.ts";
import en from "./en/arrival.json";

export const arrivalTexts = catalogue("arrival", en);
