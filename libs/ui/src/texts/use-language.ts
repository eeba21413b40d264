import { useSyncExternalStore } from "react";

import { i18n } from "./i18n.ts";

// Counted, for formats ring the same bell and leave the language as it is (formats.ts).
let rung = 0;
// Every component with words listens, so the bell is asked for once.
const listeners = new Set<() => void>();
i18n.on("languageChanged", () => {
  rung += 1;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const heard = () => rung;

/** How often the language or the formats have changed. Draws again when they do. */
export function useBell(): number {
  return useSyncExternalStore(subscribe, heard, heard);
}

/** The language the reader reads, as `Intl` and the rules' formats take it. Draws again when it changes. */
export function useLanguage(): string {
  useBell();
  return i18n.language;
}
