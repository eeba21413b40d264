import { texts } from "@loyalty/ui/i18n";

import en from "./en/site.json";

export const siteTexts = texts("site", en);
