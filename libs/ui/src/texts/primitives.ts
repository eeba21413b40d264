import { texts } from "../i18n/i18n.ts";
import en from "./en/primitives.json";

export const primitiveTexts = texts("primitives", en);
