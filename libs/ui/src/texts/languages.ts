import { i18n, REFERENCE_LANGUAGE } from "./i18n.ts";
import type { Sentences } from "./catalogue.ts";

/** The languages whose catalogues are complete, by their own names; no other is offered. */
export const LANGUAGES = [{ code: "en", name: "English" }] as const satisfies readonly {
  code: string;
  name: string;
}[];

export type LanguageCode = (typeof LANGUAGES)[number]["code"];

/** Whether this app speaks a language. */
export const isLanguage = (code: string): code is LanguageCode =>
  LANGUAGES.some((language) => language.code === code);

/** All sentences of one language, by namespace: what `/languages/ms.json` holds. */
export type LanguagePack = Record<string, Sentences>;

/** Makes a language's sentences known. */
export function addLanguage(code: string, pack: LanguagePack): void {
  for (const [namespace, sentences] of Object.entries(pack)) {
    i18n.addResourceBundle(code, namespace, sentences);
  }
}

/** Whether a language can be spoken now: English came with the app, others once they are added. */
export const hasLanguage = (code: string): boolean =>
  code === REFERENCE_LANGUAGE || i18n.hasResourceBundle(code, "shell");
