import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/log.json";

export const logTexts = texts("log", en);
