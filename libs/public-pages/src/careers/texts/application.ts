import { texts } from "@loyalty/ui/i18n";

import en from "./en/application.json";

export const applicationTexts = texts("application", en);
