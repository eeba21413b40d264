import { catalogue } from "./catalogue.ts";
import en from "./en/points.json";

export const pointsTexts = catalogue("points", en);
