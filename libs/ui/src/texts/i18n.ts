import { createInstance } from "i18next";

/** English is the reference: every sentence exists in it, the others may follow later. */
export const REFERENCE_LANGUAGE = "en";

/**
 * The one catalogue of texts. It starts empty and needs no window, so that prerendering can import it:
 * each namespace brings its own English sentences along (see `catalogue.ts`).
 */
export const i18n = createInstance();

void i18n.init({
  lng: REFERENCE_LANGUAGE,
  fallbackLng: REFERENCE_LANGUAGE,
  resources: {},
  ns: [],
  partialBundledLanguages: true,
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
});

i18n.on("languageChanged", (language) => {
  if (typeof document !== "undefined") document.documentElement.lang = language;
});
