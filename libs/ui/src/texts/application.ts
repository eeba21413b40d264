import { catalogue } from "./catalogue.ts";
import en from "./en/application.json";

export const applicationTexts = catalogue("application", en);
