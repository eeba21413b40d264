import { hexOf } from "../hex.ts";

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

/** How long one answer about a session is waited for, ms. A ticket lives 60 s, and others may wait behind. */
export const RESPONSE_TIMEOUT_MS = 8000;

/**
 * How long a check waits for its tab's turn, ms. Shorter, so that those who queue behind a call that hangs are gone when
 * it is, and a ticket waits for that one call only.
 */
export const TURN_MS = 5000;

/**
 * Runs `work` with a signal that is aborted after `ms`.
 *
 * @throws whatever `work` throws once it is aborted
 */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ms);
  try {
    return await work(timeout.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs one piece of work at a time over all tabs. Aborting the signal gives up the wait for the turn, not the work. */
export type Mutex = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** By a Web Lock of this origin; without Web Locks, right away. */
const webLock =
  (name: string): Mutex =>
  <T>(work: () => Promise<T>, signal?: AbortSignal) => {
    if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
    return navigator.locks.request(name, signal ? { signal } : {}, work) as Promise<T>;
  };

export const handoffMutex = webLock("handoff");

/**
 * One renewal of the stored token at a time. Two tabs may send the same token, and the server bears with the one
 * right before the current; a third that was overtaken twice would look like a thief (docs/handoff.md A2).
 * Taken inside `handoffMutex`, never around it.
 */
export const renewalMutex = webLock("session");

/** The sha256 of a token in hex; null where the browser has no cryptography (plain http). */
export async function sha256(text: string): Promise<string | null> {
  if (typeof crypto === "undefined" || !crypto.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hexOf(new Uint8Array(digest));
}

/** The waits between tries in ms: 1, 2, 4 … up to 30 s (docs/handoff.md, the site's part). */
export function retryDelay(tries: number): number {
  return Math.min(30_000, 1000 * 2 ** tries);
}
