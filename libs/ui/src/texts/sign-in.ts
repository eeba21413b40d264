import { catalogue } from "./catalogue.ts";
import en from "./en/sign-in.json";

export const signInTexts = catalogue("sign-in", en);
