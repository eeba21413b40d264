import { DEFAULT_PREFERENCES, keptSection } from "@loyalty/api-client";

import { i18n } from "../texts/i18n.ts";
import {
  spellClock,
  spellDate,
  spellDateTime,
  spellDay,
  spellList,
  spellMoney,
  spellMonth,
  spellNumber,
  spellTime,
  type LanguageSettings,
  type Style,
} from "./spell.ts";

/** Where this browser keeps what a member chose (spec 001 §3). A sign-out leaves it. */
export const LANGUAGE_SETTINGS_KEY = "languageSettings";

let chosen: LanguageSettings | null = null;

/** What was chosen in this browser, or null: then everything is written as the language does. */
export const chosenFormats = (): LanguageSettings | null => chosen;

/** How this reader writes now. */
const style = (): Style => ({ language: i18n.language, chosen });

// Whatever stands on the page drew with the sentences of the language: the same bell tells it to draw again.
const redraw = () => i18n.emit("languageChanged", i18n.language);

/** Applies language settings at once, everywhere on the page. */
export function applyFormats(settings: LanguageSettings | null): void {
  if (JSON.stringify(settings) === JSON.stringify(chosen)) return;
  chosen = settings;
  redraw();
}

/** Keeps language settings for the next visit and the other tabs, and applies them. */
export function keepLanguageSettings(settings: LanguageSettings): void {
  write(settings);
  applyFormats(settings);
}

/** Keeps a language for the next visit and leaves the formats of this page as they are; gives back what is kept now. */
export function keepLanguage(selectedLanguage: LanguageSettings["selectedLanguage"]) {
  const settings = {
    ...(keptLanguageSettings() ?? DEFAULT_PREFERENCES.language),
    selectedLanguage,
  };
  write(settings);
  return settings;
}

function write(settings: LanguageSettings): void {
  try {
    localStorage.setItem(LANGUAGE_SETTINGS_KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing asks the API again the next time.
  }
}

/** The kept language settings; what is none is ignored and logged (spec 001 §8). */
export function keptLanguageSettings(): LanguageSettings | null {
  let text: string | null = null;
  try {
    text = localStorage.getItem(LANGUAGE_SETTINGS_KEY);
  } catch {
    return null;
  }
  if (text === null) return null;
  const kept = keptSection("language", text);
  if (kept === null) {
    // oxlint-disable-next-line no-console -- the document wants it logged
    console.warn(
      `${LANGUAGE_SETTINGS_KEY} in this browser's storage is not readable and was ignored`,
    );
  }
  return kept;
}

/** The language that was chosen in this browser, or null: then nobody chose one. */
export const keptLanguage = (): LanguageSettings["selectedLanguage"] | null =>
  keptLanguageSettings()?.selectedLanguage ?? null;

/**
 * Applies what is kept in this browser, and follows what other tabs keep.
 *
 * @param onChange told of each, to load its language
 */
export function startFormats(onChange: (settings: LanguageSettings) => void): void {
  const read = () => {
    const kept = keptLanguageSettings();
    if (kept === null) return;
    applyFormats(kept);
    onChange(kept);
  };
  // Numbers inside sentences, `{{points, number}}`, follow the chosen format too.
  i18n.services.formatter?.add("number", (value: number) => spellNumber(value, style()));
  window.addEventListener("storage", ({ key }) => {
    if (key === LANGUAGE_SETTINGS_KEY) read();
  });
  read();
}

/** An instant's day in Malaysia, as this reader writes it. */
export const formatDate = (iso: string): string => spellDate(iso, style());
/** An instant's time of day in Malaysia, to the minute or to the second. */
export const formatTime = (iso: string, precision?: "seconds"): string =>
  spellTime(iso, style(), precision);
/** An instant's day and time in Malaysia. */
export const formatDateTime = (iso: string): string => spellDateTime(iso, style());
/** A calendar day, `YYYY-MM-DD`; its month in full only where no format was chosen. */
export const formatDay = (day: string, month: "short" | "long" = "short"): string =>
  spellDay(day, style(), month);
/** An instant's month in Malaysia: `March 2024`. */
export const formatMonth = (iso: string): string => spellMonth(iso, style());
/** A time on the wall in Malaysia: `22:00`. */
export const formatClock = (time: string): string => spellClock(time, style());
/** A number. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  spellNumber(value, style(), options);
/** Names in a sentence: `Bowl, Tea, and Table`. */
export const formatList = (names: readonly string[]): string => spellList(names, style());
/** An amount in sen, in ringgit; `whole` leaves out `.00`. */
export const formatMoney = (sen: number, options?: { whole?: boolean }): string =>
  spellMoney(sen, style(), options);
