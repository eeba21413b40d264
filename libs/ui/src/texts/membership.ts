import { texts } from "../i18n/i18n.ts";
import en from "./en/membership.json";

export const membershipTexts = texts("membership", en);
