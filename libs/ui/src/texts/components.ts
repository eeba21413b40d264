import { texts } from "../i18n/i18n.ts";
import en from "./en/components.json";

export const componentTexts = texts("components", en);
