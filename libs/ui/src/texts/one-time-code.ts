import { catalogue } from "./catalogue.ts";
import en from "./en/one-time-code.json";

/** What sign-in and registration both say about the code that was sent. */
export const oneTimeCodeTexts = catalogue("one-time-code", en);
