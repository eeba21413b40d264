import { isRefusal } from "../errors.ts";
import { withTimeout } from "./page.ts";
import type { PendingSignOut, TokenStore } from "./token-store.ts";

/** A sign-in lives 30 days at most (docs/handoff.md, step 1): what is older needs no sign-out any more. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** The longest wait for one sign-out before something else is tried (docs/handoff.md, the mini's part). */
const TIMEOUT_MS = 3000;

interface PendingSignOutOptions {
  store: TokenStore;
  /** POST /member/logout with that token. */
  signOut: (token: string, signal?: AbortSignal) => Promise<void>;
}

export type PendingSignOuts = ReturnType<typeof createPendingSignOuts>;

/**
 * The sessions that were ended in this browser, until the server has ended them too. A sign-out without network must
 * hold: nothing that came in an address is presented while one of these is left (docs/handoff.md, the mini's part).
 */
export function createPendingSignOuts({ store, signOut }: PendingSignOutOptions) {
  const all = () => store.pendingSignOuts.read() ?? [];

  function keep(signOuts: PendingSignOut[]) {
    if (signOuts.length === 0) store.pendingSignOuts.clear();
    else store.pendingSignOuts.write(signOuts);
  }

  const remove = (token: string) => keep(all().filter((one) => one.token !== token));

  /** Sends one. It is removed after a 204, and after a refusal: then the server has no such session. */
  async function send(token: string) {
    try {
      await withTimeout(TIMEOUT_MS, (signal) => signOut(token, signal));
      remove(token);
    } catch (error) {
      if (isRefusal(error)) remove(token);
    }
  }

  return {
    /** Adds one. Before anything else is done to end a session. */
    add(token: string) {
      const others = all().filter(
        (one) => one.token !== token && Date.now() - one.at < LIFETIME_MS,
      );
      keep([...others, { token, at: Date.now() }]);
    },

    /** Drops a handoff that waits in this tab since before a sign-out in another: it must not sign in again. */
    dropPendingHandoff() {
      const handoff = store.pendingHandoff.read();
      const last = Math.max(...all().map(({ at }) => at));
      if (handoff !== null && handoff.at <= last) store.pendingHandoff.clear();
    },

    /** Sends all. @returns whether none is left */
    async flush(): Promise<boolean> {
      await Promise.all(all().map(({ token }) => send(token)));
      return all().length === 0;
    },
  };
}
