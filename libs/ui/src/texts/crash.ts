import { catalogue } from "./catalogue.ts";
import en from "./en/crash.json";

export const crashTexts = catalogue("crash", en);
