import { keptSection } from "@loyalty/api-client/rules/preferences";
import { localStore } from "@loyalty/api-client/store";

import type { LanguageSettings } from "./formats.ts";
import type { LanguageCode } from "./languages.ts";

/** Where this browser keeps what was chosen (spec 001 §3). A sign-out leaves it. */
export const LANGUAGE_SETTINGS_KEY = "languageSettings";

/** The kept language settings; an unreadable value is ignored and logged (spec 001 §8). */
export function storedLanguageSettings(): LanguageSettings | null {
  const text = localStore.read(LANGUAGE_SETTINGS_KEY);
  if (text === null) return null;
  const kept = keptSection("language", text);
  if (kept === null) {
    // oxlint-disable-next-line no-console -- spec 001 §8 wants it logged
    console.warn(
      `${LANGUAGE_SETTINGS_KEY} in this browser's storage is not readable and was ignored`,
    );
  }
  return kept;
}

/** The language that was chosen in this browser, or null. */
export const storedLanguage = (): LanguageCode | null =>
  storedLanguageSettings()?.selectedLanguage ?? null;
