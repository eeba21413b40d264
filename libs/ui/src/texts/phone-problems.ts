import { texts } from "../i18n/i18n.ts";
import en from "./en/phone-problems.json";

/** What is wrong with a phone number, under the keys of the client's `phoneProblem` (spec 000 §5). */
export const phoneProblemTexts = texts("phone-problems", en);
