import { catalogue } from "./catalogue.ts";
import en from "./en/dishes.json";

export const dishTexts = catalogue("dishes", en);
