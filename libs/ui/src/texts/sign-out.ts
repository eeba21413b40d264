import { catalogue } from "./catalogue.ts";
import en from "./en/sign-out.json";

export const signOutTexts = catalogue("sign-out", en);
