import { createInstance } from "i18next";

import { spellNumber } from "../formats/spell.ts";

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
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
});

// Numbers inside sentences, `{{points, number}}`, are written as others are (formats/formats.ts).
i18n.services.formatter?.add("number", (value: number, language = REFERENCE_LANGUAGE) =>
  spellNumber(value, { language, chosen: null }),
);

i18n.on("languageChanged", (language) => {
  if (typeof document !== "undefined") document.documentElement.lang = language;
});
