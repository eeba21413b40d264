import { texts } from "@loyalty/ui/i18n";

import en from "./en/one-time-code.json";

/** What sign-in and registration both say about the code that was sent. */
export const oneTimeCodeTexts = texts("one-time-code", en);
