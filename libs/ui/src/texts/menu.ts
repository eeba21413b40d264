import { catalogue } from "./catalogue.ts";
import en from "./en/menu.json";

export const menuTexts = catalogue("menu", en);
