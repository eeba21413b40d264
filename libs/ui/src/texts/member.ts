import { catalogue } from "./catalogue.ts";
import en from "./en/member.json";

export const memberTexts = catalogue("member", en);
