import { texts } from "../i18n/i18n.ts";
import en from "./en/points.json";

export const pointsTexts = texts("points", en);
