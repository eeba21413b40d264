import { texts } from "../i18n/i18n.ts";
import en from "./en/member.json";

export const memberTexts = texts("member", en);
