import { catalogue } from "./catalogue.ts";
import en from "./en/overlays.json";

export const overlaysTexts = catalogue("overlays", en);
