import { catalogue } from "./catalogue.ts";
import en from "./en/feedback.json";

export const feedbackTexts = catalogue("feedback", en);
