import { beforeEach, expect, test } from "vitest";

import { aMember } from "../testing/world.ts";
import { safeStorage } from "./safe-storage.ts";
import { createSession } from "./session.ts";
import { createTokenStore } from "./token-store.ts";
import { createTombstones } from "./tombstones.ts";

let last: Promise<unknown>;

/** What a Web Lock does: one piece of work after the other, over all tabs. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine;
  return mine;
}

beforeEach(() => {
  last = Promise.resolve();
});

test("tabs that check at the same moment renew one after the other, each the token of the one before", async () => {
  const sent: string[] = [];
  const tabs = [1, 2, 3, 4].map((tab) => {
    const store = createTokenStore(
      safeStorage(() => localStorage, "local"),
      safeStorage(() => sessionStorage, `tab-${tab}`),
    );
    const checkSession = async (token: string) => {
      sent.push(token);
      await Promise.resolve();
      const loginToken = `T${sent.length}`;
      return { user: aMember(), loginToken, isFirstLogin: false, handoffToken: null };
    };
    const tombstones = createTombstones({ store, signOut: async () => {} });
    return createSession({ store, tombstones, checkSession, oneAtATime });
  });
  tabs[0]!.begin({ user: aMember(), loginToken: "T0", isFirstLogin: false });

  const kept = await Promise.all(tabs.map((tab) => tab.check()));

  expect(sent).toEqual(["T0", "T1", "T2", "T3"]);
  expect(kept).toEqual(["kept", "kept", "kept", "kept"]);
});
