import { texts } from "../i18n/i18n.ts";
import en from "./en/crash.json";

export const crashTexts = texts("crash", en);
