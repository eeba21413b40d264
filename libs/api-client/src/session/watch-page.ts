import { STORAGE_KEYS } from "./token-store.ts";

export interface PageEvents {
  /** Another tab signed in, renewed its token, or lost it. */
  storedElsewhere: () => void;
  /** Another tab signed out on purpose: nothing waiting here may sign in again. */
  signedOutElsewhere: () => void;
  /** The back-forward cache shows this page again, as it was. */
  shownAgain: () => void;
  /** The network is back. */
  online: () => void;
}

/** Listens to what a page is told from outside and names it. @returns how to stop */
export function watchPage(page: Window, events: PageEvents): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  page.addEventListener(
    "storage",
    ({ key }) => {
      // A null key: the whole storage was emptied.
      if (key === STORAGE_KEYS.tombstones) events.signedOutElsewhere();
      if (key === STORAGE_KEYS.token || key === STORAGE_KEYS.user || key === null) {
        events.storedElsewhere();
      }
    },
    { signal },
  );
  page.addEventListener("pageshow", ({ persisted }) => persisted && events.shownAgain(), {
    signal,
  });
  page.addEventListener("online", () => events.online(), { signal });
  return () => listeners.abort();
}
