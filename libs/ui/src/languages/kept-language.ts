import { keepLanguage, keptLanguageSettings, LANGUAGE_SETTINGS_KEY } from "../formats/formats.ts";
import type { LanguageSettings } from "../formats/spell.ts";
import type { LanguageCode } from "./languages.ts";
import { translateRefusals } from "./say-refusal.ts";
import { speak, speakAgainOnline } from "./speak.ts";

/** Speaks the language that is kept in this browser, and follows what other tabs and the network change. */
export function followKeptLanguage(): void {
  const read = () => {
    const kept = keptLanguageSettings();
    if (kept) void speak(kept);
  };
  window.addEventListener("storage", ({ key }) => {
    if (key === LANGUAGE_SETTINGS_KEY) read();
  });
  speakAgainOnline();
  translateRefusals();
  read();
}

/**
 * Speaks a language from now on, in this browser: it is kept for the next visit. Formats stay as they are.
 *
 * @returns what is kept now
 */
export function chooseLanguage(code: LanguageCode): LanguageSettings {
  const kept = keepLanguage(code);
  void speak(kept);
  return kept;
}
