import { catalogue } from "./catalogue.ts";
import en from "./en/profile.json";

export const profileTexts = catalogue("profile", en);
