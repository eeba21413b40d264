import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { Catalogue, Say, Sentences } from "./catalogue.ts";
import { i18n } from "./i18n.ts";

/** The sentences of one catalogue in the reader's language: `const t = useTexts(shellTexts); t('signIn')`. */
export function useTexts<S extends Sentences>({ namespace }: Catalogue<S>): Say<S> {
  const { t } = useTranslation(namespace, { i18n });
  return useCallback<Say<S>>((name, values) => t(name, values ?? {}), [t]);
}
