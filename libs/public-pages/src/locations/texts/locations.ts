import { texts } from "@loyalty/ui/i18n";

import en from "./en/locations.json";

export const locationsTexts = texts("locations", en);
