import { texts } from "../i18n/i18n.ts";
import en from "./en/map.json";

export const mapTexts = texts("map", en);
