import { catalogue } from "./catalogue.ts";
import en from "./en/register.json";

export const registerTexts = catalogue("register", en);
