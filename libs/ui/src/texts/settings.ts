import { catalogue } from "./catalogue.ts";
import en from "./en/settings.json";

export const settingsTexts = catalogue("settings", en);
