import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Presentation } from "../calls/access.ts";
import { aMember } from "../testing/world.ts";
import { arrivalMachine } from "./arrival.ts";
import type { OneAtATime } from "./page.ts";
import { safeStorage } from "./safe-storage.ts";
import { createSession, type AskSession } from "./session.ts";
import { createTokenStore } from "./token-store.ts";
import { createTombstones } from "./tombstones.ts";

const SITE = "www.example.com";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A tab with a token to present; it shares this browser's storage and lock, and has its own for what waits. */
function aTab(
  token: string,
  presentHandoff: (token: string, how: Presentation) => ReturnType<typeof checked>,
  oneAtATime: OneAtATime,
) {
  const store = createTokenStore(
    safeStorage(() => localStorage, "local"),
    safeStorage(() => {
      throw new Error("in memory, under the token's name");
    }, token),
  );
  const tombstones = createTombstones({ store, signOut: async () => {} });
  const session = createSession({ store, tombstones, checkSession: () => checked("later") });
  store.keepPendingHandoff({ token, nonce: token, at: Date.now(), referrer: `https://${SITE}/` });
  const arrival = arrivalMachine({
    config: { productionHost: SITE },
    session,
    store,
    tombstones,
    presentHandoff,
    whenActivated: async () => {},
    oneAtATime,
    sha256: async (text) => text,
  });
  return { arrival, session };
}

/** One Web Lock: a turn after the other, and whoever gives up waiting is gone. */
function aLock(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    const mine = last.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    last = mine.catch(() => {});
    return mine;
  };
}

test("a check that hangs in one tab holds up a ticket by 8 s, however many tabs wait to check", async () => {
  const oneAtATime = aLock();
  const store = createTokenStore(
    safeStorage(() => localStorage, "local"),
    safeStorage(() => sessionStorage, "tab"),
  );
  const hangs: AskSession = (_, signal) =>
    new Promise((__, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const tombstones = createTombstones({ store, signOut: async () => {} });
  const others = Array.from({ length: 5 }, () =>
    createSession({ store, tombstones, checkSession: hangs, oneAtATime }),
  );
  others[0]!.begin({ user: aMember(), loginToken: "S1", isFirstLogin: false });
  for (const other of others) void other.check();

  const { arrival, session } = aTab("H1", () => checked("M1"), oneAtATime);
  void arrival.start();
  await vi.advanceTimersByTimeAsync(8000);

  expect(arrival.getSnapshot().status).toBe("accepted");
  expect(session.getSnapshot().status).toBe("signed-in");
});

const checked = async (loginToken: string) => ({
  user: aMember(),
  loginToken,
  isFirstLogin: false,
  handoffToken: null,
});

test("two tabs at once present one after the other, and the second keeps the session of the first", async () => {
  const presented: [token: string, current: string | null][] = [];
  const oneAtATime = aLock();
  const tabs = ["H1", "H2"].map((ticket) =>
    aTab(
      ticket,
      (token, { current }) => {
        presented.push([token, current]);
        return checked(current === null ? "M1" : `${current}+`);
      },
      oneAtATime,
    ),
  );

  await Promise.all(tabs.map(({ arrival }) => arrival.start()));

  expect(presented).toEqual([
    ["H1", null],
    ["H2", "M1"],
  ]);
  expect(localStorage.getItem("authToken")).toBe("M1+");
  expect(tabs.map(({ session }) => session.getSnapshot().status)).toEqual([
    "signed-in",
    "signed-in",
  ]);
});
