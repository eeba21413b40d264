import { useMemo } from "react";

import type { Catalogue, Say, Sentences } from "./catalogue.ts";
import { i18n } from "./i18n.ts";
import { useBell } from "./use-language.ts";

/** The sentences of one catalogue in the reader's language: `const t = useTexts(shellTexts); t('signIn')`. */
export function useTexts<S extends Sentences>({ namespace }: Catalogue<S>): Say<S> {
  const bell = useBell();
  return useMemo<Say<S>>(() => {
    const t = i18n.getFixedT(i18n.language, namespace);
    return (name, values) => t(name, values ?? {});
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- new words, or the same ones with other numbers in them
  }, [bell, namespace]);
}
