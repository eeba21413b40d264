import { catalogue } from "./catalogue.ts";
import en from "./en/primitives.json";

export const primitiveTexts = catalogue("primitives", en);
