import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/settings.json";

export const settingsTexts = texts("settings", en);
