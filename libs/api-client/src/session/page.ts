/**
 * What the two handoff machines need from the page around them. Each has one way to be done in a browser, and the
 * machines take it as an argument, so that they can be tried without one.
 */

/** Resolves once the page is really shown: a page that was only prerendered uses up no token. */
export function whenActivated(page: Document): Promise<void> {
  if (!("prerendering" in page) || page.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) => {
    page.addEventListener("prerenderingchange", () => resolve(), { once: true });
  });
}

/** Runs one piece of work at a time over all tabs of this origin; without Web Locks, right away. */
const lockedBy =
  (name: string) =>
  <T>(work: () => Promise<T>): Promise<T> => {
    if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
    return navigator.locks.request(name, work) as Promise<T>;
  };

/** One handoff at a time. */
export const oneAtATime = lockedBy("handoff");

/**
 * One renewal of the stored token at a time. Two tabs may send the same token, and the server bears with the one
 * right before the current; a third that was overtaken twice would look like a thief (handoff rule A2).
 * Taken inside `oneAtATime`, never around it.
 */
export const oneRenewalAtATime = lockedBy("session");

/** The sha256 of a token in hex; null where the browser has no cryptography (plain http). */
export async function sha256(text: string): Promise<string | null> {
  if (typeof crypto === "undefined" || !crypto.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The waits between tries in ms: 1, 2, 4 … up to 30 s (handoff rule B, "network, 5xx, 429"). */
export function retryDelay(tries: number): number {
  return Math.min(30_000, 1000 * 2 ** tries);
}
