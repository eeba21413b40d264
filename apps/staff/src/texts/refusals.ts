import { texts } from "@loyalty/ui/i18n";

import en from "./en/refusals.json";

/** The English ones are what the API says, to the letter: `app/refusals.ts` finds a sentence by them. */
export const refusalTexts = texts("refusals", en);
