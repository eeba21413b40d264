import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/programme.json";

export const programmeTexts = texts("programme", en);
