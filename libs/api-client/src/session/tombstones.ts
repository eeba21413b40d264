import { ApiError } from "../errors.ts";
import { withTimeout } from "./page.ts";
import type { TokenStore } from "./token-store.ts";

/** A family of tokens lives 30 days at most (docs/handoff.md, F): an older tombstone guards nothing. */
const LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** The longest wait for one sign-out before something else is tried (docs/handoff.md, the mini's part). */
const PATIENCE_MS = 3000;

export interface TombstoneOptions {
  store: TokenStore;
  /** POST /member/logout with that token. */
  signOut: (token: string, signal?: AbortSignal) => Promise<void>;
}

export type Tombstones = ReturnType<typeof createTombstones>;

/**
 * The sessions that were ended in this browser, until the server knows it too. A sign-out without network must
 * hold: nothing that came in an address is presented while one of these stands (docs/handoff.md, the mini's part).
 */
export function createTombstones({ store, signOut }: TombstoneOptions) {
  const remove = (token: string) =>
    store.keepTombstones(store.tombstones().filter((stone) => stone.token !== token));

  /** Tells the server of one; gone when it answered: 204, or a refusal, for then it knows no such session. */
  async function tell(token: string) {
    try {
      await withTimeout(PATIENCE_MS, (signal) => signOut(token, signal));
      remove(token);
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error.status)) remove(token);
    }
  }

  return {
    /** Puts one up. Before anything else is done to end a session. */
    raise(token: string) {
      const others = store
        .tombstones()
        .filter((stone) => stone.token !== token && Date.now() - stone.at < LIFE_MS);
      store.keepTombstones([...others, { token, at: Date.now() }]);
    },

    /** Drops what waits in this tab since before a sign-out in another: it must not sign in again. */
    bury() {
      const pending = store.pendingHandoff();
      const last = Math.max(...store.tombstones().map((stone) => stone.at));
      if (pending !== null && pending.at <= last) store.forgetPendingHandoff();
    },

    /** Tells the server of all. @returns whether none is left */
    async flush(): Promise<boolean> {
      await Promise.all(store.tombstones().map(({ token }) => tell(token)));
      return store.tombstones().length === 0;
    },
  };
}

// 429 asks us to come again; everything else below 500 will not change.
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;
