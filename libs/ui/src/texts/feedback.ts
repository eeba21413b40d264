import { texts } from "../i18n/i18n.ts";
import en from "./en/feedback.json";

export const feedbackTexts = texts("feedback", en);
