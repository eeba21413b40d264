import { keepLanguageSettings, type LanguageSettings } from "@loyalty/ui";
import { speak } from "@loyalty/ui/languages/speak";

/** Language settings the API holds: kept in this browser, their formats applied, their language spoken. */
export function takeLanguageSettings(settings: LanguageSettings): Promise<string> {
  keepLanguageSettings(settings);
  return speak(settings);
}
