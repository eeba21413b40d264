import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/push.json";

export const pushTexts = texts("push", en);
