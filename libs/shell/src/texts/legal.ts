import { texts } from "@loyalty/ui/i18n";

import en from "./en/legal.json";

/** Terms and Privacy: read by the viewer in the dialogs and by the two full pages. */
export const legalTexts = texts("legal", en);
