import { texts } from "@loyalty/ui/i18n";

import en from "./en/feedback.json";

export const feedbackTexts = texts("feedback", en);
