import { texts } from "@loyalty/ui/i18n";

import en from "./en/points.json";

export const pointsTexts = texts("points", en);
