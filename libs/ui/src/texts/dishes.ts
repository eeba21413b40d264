import { texts } from "../i18n/i18n.ts";
import en from "./en/dishes.json";

export const dishTexts = texts("dishes", en);
