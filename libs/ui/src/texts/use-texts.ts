import { useMemo } from "react";

import type { Catalogue, Say, Sentences } from "./catalogue.ts";
import { i18n } from "./i18n.ts";
import { useLanguage } from "./use-language.ts";

/** The sentences of one catalogue in the reader's language: `const t = useTexts(shellTexts); t('signIn')`. */
export function useTexts<S extends Sentences>({ namespace }: Catalogue<S>): Say<S> {
  const language = useLanguage();
  return useMemo<Say<S>>(() => {
    const t = i18n.getFixedT(language, namespace);
    return (name, values) => t(name, values ?? {});
  }, [language, namespace]);
}
