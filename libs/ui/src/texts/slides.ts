import { texts } from "../i18n/i18n.ts";
import en from "./en/slides.json";

export const slidesTexts = texts("slides", en);
