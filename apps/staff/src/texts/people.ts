import { texts } from "@loyalty/ui/i18n";

import en from "./en/people.json";

export const peopleTexts = texts("people", en);
