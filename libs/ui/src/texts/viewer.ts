import { catalogue } from "./catalogue.ts";
import en from "./en/viewer.json";

export const viewerTexts = catalogue("viewer", en);
