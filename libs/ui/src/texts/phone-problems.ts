import { catalogue } from "./catalogue.ts";
import en from "./en/phone-problems.json";

/** What is wrong with a phone number, under the keys of the client's `phoneProblem` (spec 000 §5). */
export const phoneProblemTexts = catalogue("phone-problems", en);
