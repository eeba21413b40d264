import { keepLanguageSettings, type LanguageSettings } from "@loyalty/ui";

import { speak } from "./speak.ts";

/** Language settings the API holds: kept in this browser, their formats applied, their language spoken. */
export function takeLanguageSettings(settings: LanguageSettings): void {
  keepLanguageSettings(settings);
  void speak(settings);
}
