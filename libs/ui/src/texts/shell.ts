import { catalogue } from "./catalogue.ts";
import en from "./en/shell.json";

export const shellTexts = catalogue("shell", en);
