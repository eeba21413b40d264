import { texts } from "@loyalty/ui/i18n";

import en from "./en/slides.json";

export const slidesTexts = texts("slides", en);
