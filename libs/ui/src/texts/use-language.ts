import { useSyncExternalStore } from "react";

import { i18n } from "./i18n.ts";

function subscribe(listener: () => void): () => void {
  i18n.on("languageChanged", listener);
  return () => i18n.off("languageChanged", listener);
}

const spoken = () => i18n.language;

/** The language the reader reads, as `Intl` and the rules' formats take it. Draws again when it changes. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, spoken, spoken);
}
