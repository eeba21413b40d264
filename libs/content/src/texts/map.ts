import { texts } from "@loyalty/ui/i18n";

import en from "./en/map.json";

export const mapTexts = texts("map", en);
