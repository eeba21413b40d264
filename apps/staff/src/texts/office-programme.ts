import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/office-programme.json";

export const programmeTexts = texts("office-programme", en);
