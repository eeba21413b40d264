import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/people.json";

export const peopleTexts = texts("people", en);
