import { texts } from "@loyalty/ui/i18n";

import en from "./en/office-programme.json";

export const programmeTexts = texts("office-programme", en);
