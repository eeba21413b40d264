import { catalogue } from "./catalogue.ts";
import en from "./en/slides.json";

export const slidesTexts = catalogue("slides", en);
