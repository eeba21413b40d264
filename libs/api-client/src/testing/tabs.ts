import type { OneAtATime } from "../session/page.ts";
import { createTokenStore, type TokenStore } from "../session/token-store.ts";
import { safeStorage } from "../store.ts";

/** A promise that a test settles when it wants to. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
}

/** The store of one tab: all share this browser's `localStorage`, and each has a memory of its own. */
export function storeOfTab(): TokenStore {
  const memory = new Map<string, string>();
  return createTokenStore(
    safeStorage(() => localStorage, "local"),
    {
      read: (key) => memory.get(key) ?? null,
      write: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
    },
  );
}

/** What a Web Lock does: one piece of work after the other, over all tabs; an aborted wait is dropped. */
export function aLock(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    let started = false;
    const mine = last.then(() => {
      signal?.throwIfAborted();
      started = true;
      return work();
    });
    last = mine.catch(() => {});
    return new Promise((resolve, reject) => {
      mine.then(resolve, reject);
      signal?.addEventListener("abort", () => started || reject(signal.reason));
    });
  };
}
