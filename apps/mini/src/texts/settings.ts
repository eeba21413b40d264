import { texts } from "@loyalty/ui/i18n";

import en from "./en/settings.json";

export const settingsTexts = texts("settings", en);
