import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { localStore } from "@loyalty/api-client/store";

import type { LanguageSettings } from "./formats.ts";
import { applyFormats, i18n, REFERENCE_LANGUAGE } from "./i18n.ts";
import { fetchPack } from "./language-packs.ts";
import { isLanguage, type LanguageCode } from "./languages.ts";
import { LANGUAGE_SETTINGS_KEY, storedLanguageSettings } from "./stored-language.ts";

/** The language a user prefers, and another one where its texts cannot be had. */
export type LanguagePreference = Pick<LanguageSettings, "selectedLanguage" | "fallbackLanguage">;

let newest: LanguagePreference | null = null;
/** The loading for the newest preference, for callers that set the same one meanwhile. */
let loading: Promise<string> | null = null;

/**
 * Sets the language of the page. Where its texts can neither be fetched nor are kept offline, the fallback's are tried,
 * and then English, which came with the app. A newer preference wins, however late the texts of an older one arrive.
 *
 * @returns the language of the page now
 */
export function setLanguage(preference: LanguagePreference): Promise<string> {
  if (loading && newest && isSame(newest, preference)) return loading;
  newest = preference;
  const work = loadFirstOf(preference).finally(() => {
    if (loading === work) loading = null;
  });
  loading = work;
  return work;
}

const isSame = (one: LanguagePreference, other: LanguagePreference) =>
  one.selectedLanguage === other.selectedLanguage &&
  one.fallbackLanguage === other.fallbackLanguage;

async function loadFirstOf(preference: LanguagePreference): Promise<string> {
  const { selectedLanguage, fallbackLanguage } = preference;
  for (const code of [selectedLanguage, fallbackLanguage, REFERENCE_LANGUAGE]) {
    const ready = isLanguage(code) && (await isReady(code));
    if (newest !== preference) break;
    if (!ready) continue;
    if (i18n.language !== code) await i18n.changeLanguage(code);
    break;
  }
  return i18n.language;
}

/** One namespace of a pack is enough to know that the pack is loaded: every page has those of the components. */
const EVERYWHERE = "components";

async function isReady(code: string): Promise<boolean> {
  if (code === REFERENCE_LANGUAGE || i18n.hasResourceBundle(code, EVERYWHERE)) return true;
  try {
    for (const [namespace, sentences] of Object.entries(await fetchPack(code))) {
      i18n.addResourceBundle(code, namespace, sentences);
    }
    return true;
  } catch {
    return false;
  }
}

const keep = (settings: LanguageSettings): void =>
  localStore.write(LANGUAGE_SETTINGS_KEY, JSON.stringify(settings));

/**
 * Applies language settings to the page and keeps them for the next visit and the other tabs.
 *
 * @returns the language of the page afterwards
 */
export function setLanguageSettings(settings: LanguageSettings): Promise<string> {
  keep(settings);
  applyFormats(settings);
  return setLanguage(settings);
}

export function chooseLanguage(code: LanguageCode): void {
  const settings = {
    ...(storedLanguageSettings() ?? DEFAULT_PREFERENCES.language),
    selectedLanguage: code,
  };
  keep(settings);
  void setLanguage(settings);
}

/**
 * Sets the language that is kept in this browser and follows what other tabs choose. Where its texts could not be
 * fetched, they are fetched again once the browser is online.
 *
 * @param formats whether the kept formats are applied too
 * @returns when the kept language is set
 */
export async function startLanguage({ formats = false } = {}): Promise<void> {
  const read = async () => {
    const kept = storedLanguageSettings();
    if (kept === null) return;
    if (formats) applyFormats(kept);
    await setLanguage(kept);
  };
  window.addEventListener("storage", ({ key }) => {
    if (key === LANGUAGE_SETTINGS_KEY) void read();
  });
  window.addEventListener("online", () => {
    if (newest && newest.selectedLanguage !== i18n.language) void setLanguage(newest);
  });
  await read();
}
