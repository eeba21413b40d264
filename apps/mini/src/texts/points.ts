import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/points.json";

export const pointsTexts = texts("points", en);
