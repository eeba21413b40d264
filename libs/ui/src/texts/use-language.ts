import { useTranslation } from "react-i18next";

import { i18n } from "./i18n.ts";

/** The language the reader reads, as `Intl` and the rules' formats take it. Draws again when it changes. */
export function useLanguage(): string {
  return useTranslation(undefined, { i18n }).i18n.language;
}
