import { createExternalStore } from "@loyalty/api-client/store";
import { createInstance } from "i18next";
import { useMemo, useSyncExternalStore } from "react";

import {
  currentFormats,
  formatNumber,
  type LanguageSettings,
  setCurrentFormats,
} from "./formats.ts";

/** English is the reference: every sentence exists in it, the other languages are loaded when they are chosen. */
export const REFERENCE_LANGUAGE = "en";

/**
 * The one i18next instance. It starts empty and needs no window, so that prerendering can import it: each namespace
 * brings its own English sentences along (`texts`).
 */
export const i18n = createInstance();

void i18n.init({
  lng: REFERENCE_LANGUAGE,
  fallbackLng: REFERENCE_LANGUAGE,
  resources: {},
  ns: [],
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
});

// Numbers inside sentences, `{{points, number}}`, are written as others are.
i18n.services.formatter?.add("number", (value: number) => formatNumber(value));

// The language and the formats are one state to a component: either change draws it again.
const version = createExternalStore(0);
const changed = () => version.set(version.getSnapshot() + 1);

i18n.on("languageChanged", (language) => {
  setCurrentFormats({ language });
  if (typeof document !== "undefined") document.documentElement.lang = language;
  changed();
});

/** Applies a member's formats at once, everywhere on the page; null returns to the language's own. */
export function applyFormats(settings: LanguageSettings | null): void {
  if (JSON.stringify(settings) === JSON.stringify(currentFormats().settings)) return;
  setCurrentFormats({ settings });
  changed();
}

/** How often the language or the formats have changed. Draws the component again when they do. */
export const useI18nVersion = (): number =>
  useSyncExternalStore(version.subscribe, version.getSnapshot, version.getSnapshot);

/** The language the reader reads, as `Intl` takes it. Draws the component again when it changes. */
export function useLanguage(): string {
  useI18nVersion();
  return i18n.language;
}

/** Sentences by name; a name may hold further names. */
export interface Sentences {
  [name: string]: string | Sentences;
}

type WithoutPlural<Name extends string> =
  Name extends `${infer Stem}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Stem : Name;

/** Every name in a namespace, inner ones joined by dots, plural endings left out. */
export type TextName<S> = {
  [Name in keyof S & string]: S[Name] extends string
    ? WithoutPlural<Name>
    : `${Name}.${TextName<S[Name]>}`;
}[keyof S & string];

/** The values of a sentence's variables; `count` also chooses the plural. */
export type TextValues = Record<string, string | number>;

/** Gives one sentence of a namespace in the reader's language. */
export type Translate<S> = (name: TextName<S>, values?: TextValues) => string;

/** One namespace of sentences, as `useTexts` takes it. */
export interface Texts<S extends Sentences> {
  namespace: string;
  /** A sentence outside React, e.g. in a page's `meta`. Components use `useTexts`, which follows the language. */
  t: Translate<S>;
  /** Only its type is read: the names of the sentences. */
  readonly english?: S;
}

/**
 * Registers a namespace with its English sentences. A file that imports it brings only its sentences along, so that a
 * page's bundle has only the sentences it shows.
 *
 * @param namespace name of the JSON file, e.g. `sign-in` for `en/sign-in.json`
 */
export function texts<const S extends Sentences>(namespace: string, english: S): Texts<S> {
  // Nobody changes the sentences, so they need not be copied.
  const uncopied = { silent: true, skipCopy: true };
  i18n.addResourceBundle(REFERENCE_LANGUAGE, namespace, english, false, false, uncopied);
  return { namespace, t: (name, values) => i18n.t(name, { ns: namespace, ...values }) };
}

/** The sentences of one namespace in the reader's language: `const t = useTexts(shellTexts); t("signIn")`. */
export function useTexts<S extends Sentences>({ namespace }: Texts<S>): Translate<S> {
  const current = useI18nVersion();
  return useMemo<Translate<S>>(() => {
    const t = i18n.getFixedT(i18n.language, namespace);
    return (name, values) => t(name, values ?? {});
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new version has other sentences, or other formats in them
  }, [current, namespace]);
}
