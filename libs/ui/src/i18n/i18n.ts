import { birthdayGift, country, currency, GROUP_NAME } from "@loyalty/api-client/group";
import { createInstance, type ResourceNamespaceMap } from "i18next";
import { initReactI18next } from "react-i18next";

import { brands, DEFAULT_BRAND } from "../theme/brands.ts";
import {
  currentFormats,
  formatNumber,
  type LanguageSettings,
  setCurrentFormats,
} from "./formats.ts";

/** English is the reference: every sentence exists in it, the other languages are loaded when they are chosen. */
export const REFERENCE_LANGUAGE = "en";

/** A name of the group in the page's language. */
const named = (names: Record<string, string>) =>
  names[currentFormats().language] ?? names[REFERENCE_LANGUAGE]!;

/** What every sentence may name: `{{currency}} 5` is "RM 5", `{{unit}}` "ringgit", `{{brand}}` the default brand. */
const groupWords = {
  group: GROUP_NAME,
  brand: brands[DEFAULT_BRAND].name,
  currency: currency.sign,
  currencyCode: currency.code,
  birthdayGift,
  get unit() {
    return named(currency.name);
  },
  get country() {
    return named(country.name);
  },
};

/**
 * The one i18next instance. It starts empty and needs no window, so that prerendering can import it: each `texts.ts`
 * adds its own English sentences (`addEnglish`). What another language lacks is English.
 */
export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: REFERENCE_LANGUAGE,
  fallbackLng: REFERENCE_LANGUAGE,
  resources: {},
  ns: [],
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false, defaultVariables: groupWords },
  react: {
    useSuspense: false,
    bindI18n: "languageChanged formatsChanged",
    // A browser that translates the page replaces text nodes: see scripts/lint/translated-text.mjs.
    transWrapTextNodes: "span",
  },
});

// Numbers inside sentences, `{{points, number}}`, are written as others are.
i18n.services.formatter?.add("number", (value: number) => formatNumber(value));

i18n.on("languageChanged", (language) => {
  setCurrentFormats({ language });
  if (typeof document !== "undefined") document.documentElement.lang = language;
});

/** Applies a member's formats at once, everywhere on the page; null returns to the language's own. */
export function applyFormats(settings: LanguageSettings | null): void {
  if (JSON.stringify(settings) === JSON.stringify(currentFormats().settings)) return;
  setCurrentFormats({ settings });
  i18n.emit("formatsChanged");
}

/** Sentences by name; a name may hold further names. */
export interface Sentences {
  [name: string]: string | Sentences;
}

/**
 * Adds the English sentences of a namespace. A bundle has those of the namespaces that it imports, so that a page carries
 * only the sentences it shows.
 *
 * @param namespace name of the JSON file, e.g. `sign-in` for `en/sign-in.json`
 * @returns the namespace, for `useTranslation` and `i18n.t`
 */
export function addEnglish<Namespace extends keyof ResourceNamespaceMap>(
  namespace: Namespace,
  sentences: ResourceNamespaceMap[Namespace],
): Namespace {
  // Nobody changes the sentences, so they need not be copied.
  const uncopied = { silent: true, skipCopy: true };
  i18n.addResourceBundle(REFERENCE_LANGUAGE, namespace, sentences, false, false, uncopied);
  return namespace;
}
