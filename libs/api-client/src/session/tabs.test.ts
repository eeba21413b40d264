import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { CheckedSession, Presentation } from "./calls.ts";
import { ApiError } from "../errors.ts";
import { safeStorage } from "../store.ts";
import { aLock, deferred, storeOfTab } from "../testing/setup.ts";
import { aMember } from "../testing/world.ts";
import { arrivalMachine } from "./arrival.ts";
import type { Mutex } from "./page.ts";
import { createPendingSignOuts } from "./pending-sign-outs.ts";
import { createSession, type SessionCall } from "./session.ts";
import { createTokenStore, tokenStore } from "./token-store.ts";

const aisyah = aMember();
const refusal = new ApiError({ message: "no", status: 401 });
const offline = new ApiError({ message: "Request failed", status: 0, code: "network" });

let runExclusive: Mutex;
let check: SessionCall;
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  runExclusive = aLock();
  sent = [];
  check = async (token) => renewed(`${token}+`);
});
afterEach(() => vi.useRealTimers());

const renewed = (loginToken: string): CheckedSession => ({
  user: aisyah,
  loginToken,
  isFirstLogin: false,
  handoffToken: null,
});

/** A call that nobody answers; like `fetch`, its signal can abort it. */
const hangs: SessionCall = (_, signal) =>
  new Promise((__, reject) => signal?.addEventListener("abort", () => reject(offline)));

function tabs(count: number) {
  const all = Array.from({ length: count }, () => {
    const store = storeOfTab();
    const checkSession: SessionCall = (token, signal) => {
      sent.push(token);
      return check(token, signal);
    };
    const pendingSignOuts = createPendingSignOuts({ store, signOut: async () => {} });
    return {
      store,
      session: createSession({ store, pendingSignOuts, checkSession, runExclusive }),
    };
  });
  all[0]!.session.begin({ user: aisyah, loginToken: "S1", isFirstLogin: false });
  return all;
}

const aTab = () => tabs(1)[0]!;

test("tabs that check at the same moment renew one after the other, each the token of the one before", async () => {
  const kept = await Promise.all(tabs(4).map(({ session }) => session.check()));

  expect(sent).toEqual(["S1", "S1+", "S1++", "S1+++"]);
  expect(kept).toEqual(["kept", "kept", "kept", "kept"]);
});

test("a check that hangs is unreachable after 8 s, and so are those that waited for it", async () => {
  check = hangs;
  const all = tabs(5);
  const verdicts = all.map(({ session }) => session.check());
  await vi.advanceTimersByTimeAsync(7999);
  expect(all[0]!.session.getSnapshot()).toMatchObject({ stale: false });
  await vi.advanceTimersByTimeAsync(1);

  expect(await Promise.all(verdicts)).toEqual(Array(5).fill("unreachable"));
  expect(all[0]!.session.getSnapshot()).toMatchObject({ status: "signed-in", stale: true });
  expect(sent).toEqual(["S1"]);
});

test("after a check that hung the next tab's is sent", async () => {
  check = hangs;
  const [one, two] = tabs(2);
  void one!.session.check();
  await vi.advanceTimersByTimeAsync(4000);
  const next = two!.session.check();
  check = async () => renewed("S2");
  await vi.advanceTimersByTimeAsync(4000);

  expect(await next).toBe("kept");
  expect(two!.store.token.read()).toBe("S2");
});

test("a call that was refused after another tab renewed the token gets that one, without a check", async () => {
  const { session, store } = aTab();
  store.token.write("S2");

  expect(await session.revalidate("S1")).toBe("S2");
  expect(sent).toEqual([]);
});

test("a call that was refused with the stored token has the session checked, and gets the new one", async () => {
  expect(await aTab().session.revalidate("S1")).toBe("S1+");
});

test("a call that was refused during a check waits for it, and gets its token", async () => {
  const { session } = aTab();
  const answer = deferred<CheckedSession>();
  check = () => answer.promise;
  const checking = session.check();
  const again = session.revalidate("S1");
  answer.resolve(renewed("S2"));

  expect(await again).toBe("S2");
  expect(await checking).toBe("kept");
  expect(sent).toEqual(["S1"]);
});

test.each([
  ["the session is over", refusal],
  ["there is no response", offline],
])("a refused call is not tried again when %s", async (_, failure) => {
  check = () => Promise.reject(failure);

  expect(await aTab().session.revalidate("S1")).toBeNull();
});

test("a check that began before the member changed their record does not restore the old one", async () => {
  const { session, store } = aTab();
  const answer = deferred<CheckedSession>();
  check = () => answer.promise;
  const checking = session.check();
  await vi.advanceTimersByTimeAsync(0);
  session.setUser({ ...aisyah, name: "Aisyah binti Ali" });
  answer.resolve(renewed("S2"));
  await checking;

  expect(session.getSnapshot()).toMatchObject({ user: { name: "Aisyah binti Ali" } });
  expect(store.user.read()?.name).toBe("Aisyah binti Ali");
  expect(store.token.read()).toBe("S2");
});

test("a record that changes while the site leaves does not look like a session that was handed off", async () => {
  const { session } = aTab();
  const answer = deferred<CheckedSession>();
  const leaving = session.checkWith(() => answer.promise);
  await vi.advanceTimersByTimeAsync(0);
  session.setUser({ ...aisyah, name: "Aisyah binti Ali" });
  answer.resolve(renewed("S2"));

  // By the member in it the site tells that the stored token may travel (docs/handoff.md A12, A13).
  expect(await leaving).toMatchObject({ kind: "kept", response: { user: aisyah }, token: "S2" });
});

test("fields that are null do not reach the pages, and a record without an id is none", () => {
  const { store } = aTab();
  localStorage.setItem("userData", JSON.stringify({ ...aisyah, mobileNumber: null, name: null }));
  expect(store.user.read()).toMatchObject({ id: aisyah.id, mobileNumber: "", name: "" });

  localStorage.setItem("userData", "{}");
  expect(store.user.read()).toBeNull();
});

const SITE = "www.example.com";
const openedWith = async (loginToken: string) => renewed(loginToken);

/** A tab with a token to present; it shares this browser's storage and lock, and has its own for what waits. */
function anArrivingTab(
  token: string,
  presentHandoff: (token: string, how: Presentation) => ReturnType<typeof openedWith>,
) {
  const store = storeOfTab();
  const pendingSignOuts = createPendingSignOuts({ store, signOut: async () => {} });
  const session = createSession({
    store,
    pendingSignOuts,
    checkSession: () => openedWith("later"),
  });
  store.pendingHandoff.write({ token, nonce: token, at: Date.now(), referrer: `https://${SITE}/` });
  const arrival = arrivalMachine({
    config: { productionHost: SITE },
    session,
    store,
    pendingSignOuts,
    presentHandoff,
    whenActivated: async () => {},
    runExclusive,
    sha256: async (text) => text,
  });
  return { arrival, session };
}

test("a check that hangs in one tab holds up a ticket by 8 s, however many tabs wait to check", async () => {
  const store = storeOfTab();
  const pendingSignOuts = createPendingSignOuts({ store, signOut: async () => {} });
  const others = Array.from({ length: 5 }, () =>
    createSession({ store, pendingSignOuts, checkSession: hangs, runExclusive }),
  );
  others[0]!.begin({ user: aMember(), loginToken: "S1", isFirstLogin: false });
  for (const other of others) void other.check();

  const { arrival, session } = anArrivingTab("H1", () => openedWith("M1"));
  void arrival.start();
  await vi.advanceTimersByTimeAsync(8000);

  expect(arrival.getSnapshot().status).toBe("accepted");
  expect(session.getSnapshot().status).toBe("signed-in");
});

test("two tabs at once present one after the other, and the second keeps the session of the first", async () => {
  const presented: [token: string, current: string | null][] = [];
  const arriving = ["H1", "H2"].map((ticket) =>
    anArrivingTab(ticket, (token, { current }) => {
      presented.push([token, current]);
      return openedWith(current === null ? "M1" : `${current}+`);
    }),
  );

  await Promise.all(arriving.map(({ arrival }) => arrival.start()));

  expect(presented).toEqual([
    ["H1", null],
    ["H2", "M1"],
  ]);
  expect(localStorage.getItem("authToken")).toBe("M1+");
  expect(arriving.map(({ session }) => session.getSnapshot().status)).toEqual([
    "signed-in",
    "signed-in",
  ]);
});

/** A page of this tab as it is loaded: what was there before is in the storages alone. */
function aPage() {
  const store = createTokenStore(
    safeStorage(() => localStorage, "local"),
    safeStorage(() => sessionStorage, "tab"),
  );
  const pendingSignOuts = createPendingSignOuts({ store, signOut: async () => {} });
  const checkSession = () => Promise.reject(new Error("nobody is asked here"));
  const session = createSession({ store, pendingSignOuts, checkSession });
  session.restore();
  return session;
}
const first = { user: aMember(), loginToken: "S1", isFirstLogin: true };

test("a new member's first time outlives a reload until the dialog, and a sign-out ends it", async () => {
  aPage().begin(first);

  const reloaded = aPage();
  expect(reloaded.getSnapshot()).toMatchObject({ isFirstLogin: true });

  reloaded.acknowledgeFirstLogin();
  const again = aPage();
  expect(again.getSnapshot()).toMatchObject({ isFirstLogin: false });

  await again.end();
  again.begin(first);
  expect(again.getSnapshot()).toMatchObject({ isFirstLogin: true });
});

test("an incomplete sign-in of another tab leaves a page that is being restored as it is", () => {
  const pendingSignOuts = createPendingSignOuts({ store: tokenStore, signOut: async () => {} });
  const checkSession = () => Promise.reject(new Error("nobody asks"));
  const session = createSession({ store: tokenStore, pendingSignOuts, checkSession });
  const unwatch = session.watch(window);

  // The keys of a sign-in arrive one by one: here the user is known and the token is not yet.
  localStorage.setItem("userData", JSON.stringify(aMember()));
  window.dispatchEvent(new StorageEvent("storage", { key: "userData" }));

  expect(session.getSnapshot()).toEqual({ status: "restoring" });
  unwatch();
});
