import { texts } from "../i18n/i18n.ts";
import en from "./en/locations.json";

export const locationsTexts = texts("locations", en);
