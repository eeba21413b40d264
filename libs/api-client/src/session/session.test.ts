import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { CheckedSession } from "./calls.ts";
import { ApiError } from "../errors.ts";
import { deferred, storeOfTab } from "../testing/setup.ts";
import { aMember } from "../testing/world.ts";
import { createPendingSignOuts } from "./pending-sign-outs.ts";
import { createSession, type Session } from "./session.ts";
import { type TokenStore } from "./token-store.ts";

const aisyah = aMember();
const mei = aMember({ id: 3, name: "Mei" });
const refusal = (status: number) => new ApiError({ message: "no", status });
const offline = new ApiError({ message: "Request failed", status: 0, code: "network" });
const renewed = (loginToken: string, differences: Partial<CheckedSession> = {}) => ({
  user: aisyah,
  loginToken,
  isFirstLogin: false,
  handoffToken: null,
  ...differences,
});

let store: TokenStore;
let session: Session;
let checked: string[];
let signedOut: string[];
let check: (token: string, signal?: AbortSignal) => Promise<CheckedSession>;
let signOut: (token: string) => Promise<void>;
let unwatch = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  checked = [];
  signedOut = [];
  check = async (token) => renewed(`${token}+`);
  signOut = async () => {};
  ({ store, session } = aTab());
});

afterEach(() => {
  unwatch();
  unwatch = () => {};
  vi.useRealTimers();
});

function aTab() {
  const tabStore = storeOfTab();
  const pendingSignOuts = createPendingSignOuts({
    store: tabStore,
    signOut: (token) => {
      signedOut.push(token);
      return signOut(token);
    },
  });
  return {
    store: tabStore,
    session: createSession({ store: tabStore, pendingSignOuts, checkSession }),
  };
}

function checkSession(token: string, signal?: AbortSignal) {
  checked.push(token);
  return check(token, signal);
}

const begin = (loginToken = "S1", user = aisyah, isFirstLogin = false) =>
  session.begin({ user, loginToken, isFirstLogin });
const state = () => session.getSnapshot();
const showAgain = () =>
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
const tellStorage = (key: string) => window.dispatchEvent(new StorageEvent("storage", { key }));

describe("at startup", () => {
  test("the session is being restored", () => {
    expect(state()).toEqual({ status: "restoring" });
  });

  test("without a token there is a visitor", () => {
    session.restore();

    expect(state()).toEqual({ status: "signed-out", reason: "none" });
  });

  test("a stored token and user are the session, at once", () => {
    store.keep(aisyah, "S1");

    session.restore();

    expect(state()).toMatchObject({ status: "signed-in", user: { name: "Aisyah" } });
  });

  test("a token alone shows no member until it was checked", async () => {
    store.token.write("S1");

    session.restore();
    expect(state().status).toBe("restoring");

    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ status: "signed-in", user: { name: "Aisyah" } });
  });

  test("user data that cannot be read are none", async () => {
    store.token.write("S1");
    localStorage.setItem("userData", "{broken");

    session.restore();

    expect(state().status).toBe("restoring");
  });
});

describe("signing in", () => {
  test("stores token and user data under the names of the documents", () => {
    begin();

    expect(localStorage.getItem("authToken")).toBe("S1");
    expect(JSON.parse(localStorage.getItem("userData") ?? "")).toMatchObject({ name: "Aisyah" });
    expect(state()).toMatchObject({ status: "signed-in", isFirstLogin: false, stale: false });
  });

  test("notifies listeners until they stop", () => {
    const listener = vi.fn<() => void>();
    const stop = session.subscribe(listener);

    begin();
    expect(listener).toHaveBeenCalledTimes(1);

    stop();
    begin("S2");
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("a new member's first time lasts until the dialog, though the server sends it once", async () => {
    begin("S1", aisyah, true);

    await session.check();
    expect(state()).toMatchObject({ isFirstLogin: true });

    begin("S5", mei);
    expect(state()).toMatchObject({ isFirstLogin: false });
  });

  test("a new member's first time ends with the dialog, also after the next check", async () => {
    check = async () => renewed("S2", { isFirstLogin: true });
    begin("S1", aisyah, true);
    expect(state()).toMatchObject({ isFirstLogin: true });

    session.acknowledgeFirstLogin();
    await session.check();

    expect(state()).toMatchObject({ isFirstLogin: false });
  });
});

describe("the session is checked", () => {
  test("0.5 s after it was restored, not before", async () => {
    store.keep(aisyah, "S1");
    session.restore();

    await vi.advanceTimersByTimeAsync(499);
    expect(checked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(checked).toEqual(["S1"]);
  });

  test("1 s after a sign-in, then every five minutes with the newest token", async () => {
    begin();

    await vi.advanceTimersByTimeAsync(999);
    expect(checked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(checked).toEqual(["S1"]);
    await vi.advanceTimersByTimeAsync(299_999);
    expect(checked).toEqual(["S1"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(checked).toEqual(["S1", "S1+"]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(checked).toEqual(["S1", "S1+", "S1++"]);
  });

  test("no more once it is over", async () => {
    begin();
    await session.end();

    await vi.advanceTimersByTimeAsync(600_000);

    expect(checked).toEqual([]);
  });

  test("once, when two are started at the same time", async () => {
    begin();

    await Promise.all([session.check(), session.check()]);

    expect(checked).toEqual(["S1"]);
  });
});

describe("a check", () => {
  beforeEach(() => begin());

  test("stores the new token and the new user data", async () => {
    check = async () => renewed("S2", { user: { ...aisyah, memberPointAmount: 9 } });

    expect(await session.check()).toBe("kept");

    expect(localStorage.getItem("authToken")).toBe("S2");
    expect(store.user.read()?.memberPointAmount).toBe(9);
    expect(state()).toMatchObject({ user: { memberPointAmount: 9 } });
  });

  test("keeps the token when the server gave no new one", async () => {
    check = async () => renewed("", { loginToken: null });

    await session.check();

    expect(store.token.read()).toBe("S1");
  });

  test("keeps what it has of a session that was handed off literally", async () => {
    check = async () => renewed("", { user: null, loginToken: null });

    expect(await session.check()).toBe("kept");

    expect(store.token.read()).toBe("S1");
    expect(state()).toMatchObject({ status: "signed-in", user: { name: "Aisyah" } });
  });

  test.each([401, 403])("that is refused with %i signs out", async (status) => {
    check = () => Promise.reject(refusal(status));

    expect(await session.check()).toBe("ended");

    expect(state()).toEqual({ status: "signed-out", reason: "expired" });
    expect(localStorage.getItem("authToken")).toBeNull();
    expect(localStorage.getItem("userData")).toBeNull();
  });

  test.each([
    ["without network", offline],
    ["on a 500", refusal(500)],
    ["on a 503", refusal(503)],
    ["on a 429", refusal(429)],
  ])("%s keeps the session and marks it stale, until the next", async (_, failure) => {
    check = () => Promise.reject(failure);
    expect(await session.check()).toBe("unreachable");
    expect(state()).toMatchObject({ status: "signed-in", stale: true });
    expect(store.token.read()).toBe("S1");

    check = async () => renewed("S2");
    await session.check();
    expect(state()).toMatchObject({ status: "signed-in", stale: false });
  });

  test("whose response comes after the sign-out does not sign in", async () => {
    const answer = deferred<CheckedSession>();
    check = () => answer.promise;
    const checking = session.check();
    await session.end();

    answer.resolve(renewed("S2"));

    expect(await checking).toBe("ended");
    expect(store.token.read()).toBeNull();
    expect(state()).toEqual({ status: "signed-out", reason: "signed-out" });
  });

  test("that is refused after another tab renewed the token leaves that one alone", async () => {
    check = async () => {
      store.keep(aisyah, "S9");
      throw refusal(401);
    };

    expect(await session.check()).toBe("unreachable");

    expect(store.token.read()).toBe("S9");
    expect(state().status).toBe("signed-in");
  });

  test("whose response is older than another tab's does not replace it", async () => {
    check = async () => {
      store.keep(aisyah, "S9");
      return renewed("S2");
    };

    expect(await session.check()).toBe("kept");

    expect(store.token.read()).toBe("S9");
  });
});

describe("signing out", () => {
  beforeEach(() => {
    begin();
    store.pendingHandoff.write({ token: "H", nonce: "n", at: 0, referrer: "" });
    store.consumedHandoff.write("hash");
    store.lastPhoneNumber.write("123456789");
    localStorage.setItem("activeTab", "thong-cha");
  });

  test("holds at once, before the server's response", async () => {
    signOut = () => new Promise(() => {});

    void session.end();

    expect(signedOut).toEqual(["S1"]);
    expect(state()).toEqual({ status: "signed-out", reason: "signed-out" });
    expect(store.pendingHandoff.read()).toBeNull();
  });

  test("leaves the last phone number and the brand, and nothing else", async () => {
    await session.end();

    expect(Object.keys(localStorage).toSorted()).toEqual(["activeTab", "lastPhoneNumber"]);
  });

  test.each([
    ["the network is gone", offline],
    ["the server is down", refusal(503)],
  ])("stays pending while %s", async (_, failure) => {
    signOut = () => Promise.reject(failure);

    await session.end();

    expect(store.pendingSignOuts.read()).toMatchObject([{ token: "S1" }]);
    expect(store.token.read()).toBeNull();
  });

  test("leaves none when the server no longer knows the session", async () => {
    signOut = () => Promise.reject(refusal(401));

    await session.end();

    expect(store.pendingSignOuts.read() ?? []).toEqual([]);
  });

  test("times out after 3 s and keeps the sign-out pending", async () => {
    const pendingSignOuts = createPendingSignOuts({
      store,
      signOut: (_, signal) =>
        new Promise((__, reject) => signal?.addEventListener("abort", () => reject(offline))),
    });
    pendingSignOuts.add("S1");

    const flushing = pendingSignOuts.flush();
    await vi.advanceTimersByTimeAsync(3000);

    expect(await flushing).toBe(false);
    expect(store.pendingSignOuts.read()).toHaveLength(1);
  });

  test("without network is sent when it is back, every one of them", async () => {
    unwatch = session.watch(window);
    signOut = () => Promise.reject(offline);
    await session.end();
    begin("S5");
    await session.end();
    signedOut = [];
    signOut = async () => {};

    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);

    expect(signedOut).toEqual(["S1", "S5"]);
    expect(store.pendingSignOuts.read() ?? []).toEqual([]);
  });

  test("without network is sent at the next visit", async () => {
    signOut = () => Promise.reject(offline);
    await session.end();
    signedOut = [];
    signOut = async () => {};

    unwatch = aTab().session.watch(window);
    await vi.advanceTimersByTimeAsync(0);

    expect(signedOut).toEqual(["S1"]);
  });
});

describe("another tab", () => {
  let other: ReturnType<typeof aTab>;

  beforeEach(() => {
    other = aTab();
    unwatch = session.watch(window);
  });

  test("signs out, and this one is signed out", async () => {
    begin();

    await other.session.end();
    tellStorage("authToken");

    expect(state()).toEqual({ status: "signed-out", reason: "signed-out" });
  });

  test("signs in, and this one is signed in", () => {
    session.restore();

    other.session.begin({ user: mei, loginToken: "S7", isFirstLogin: false });
    tellStorage("authToken");

    expect(state()).toMatchObject({ status: "signed-in", user: { name: "Mei" } });
  });

  test("changes who is signed in, and this one follows", () => {
    begin();

    other.session.begin({ user: mei, loginToken: "S7", isFirstLogin: false });
    tellStorage("authToken");

    expect(state()).toMatchObject({ user: { name: "Mei" } });
  });

  test("renews the token, and the page stays as it is", () => {
    begin();
    const listener = vi.fn<() => void>();
    session.subscribe(listener);

    other.store.keep(aisyah, "S2");
    tellStorage("userData");
    tellStorage("authToken");

    expect(listener).not.toHaveBeenCalled();
  });

  test("signs out, and a handoff that waited here since before does not sign in", async () => {
    store.pendingHandoff.write({ token: "H", nonce: "n", at: Date.now(), referrer: "" });
    signOut = () => Promise.reject(offline);
    other.session.begin({ user: aisyah, loginToken: "S1", isFirstLogin: false });

    await other.session.end();
    tellStorage("signedOutTokens");

    expect(store.pendingHandoff.read()).toBeNull();
  });

  test("had an old sign-out pending, and a handoff that arrived here later stays", async () => {
    other.session.begin({ user: aisyah, loginToken: "S1", isFirstLogin: false });
    await other.session.end();
    store.pendingHandoff.write({ token: "H", nonce: "n", at: Date.now() + 1, referrer: "" });

    tellStorage("signedOutTokens");

    expect(store.pendingHandoff.read()).not.toBeNull();
  });

  test("does not wipe what a third one stored meanwhile", () => {
    begin();
    localStorage.removeItem("authToken");

    tellStorage("authToken");

    expect(localStorage.getItem("userData")).not.toBeNull();
    expect(state().status).toBe("signed-out");
  });
});

describe("a page from the back-forward cache", () => {
  beforeEach(() => {
    begin();
    unwatch = session.watch(window);
  });

  test("paints nothing private before the session was checked", async () => {
    showAgain();
    expect(state().status).toBe("restoring");

    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ status: "signed-in" });
  });

  test("shows a visitor at once when the session ended meanwhile", async () => {
    await aTab().session.end();

    showAgain();

    expect(state().status).toBe("signed-out");
  });

  test("shows the member as stale without network", async () => {
    check = () => Promise.reject(offline);

    showAgain();
    await vi.advanceTimersByTimeAsync(0);

    expect(state()).toMatchObject({ status: "signed-in", stale: true });
  });

  test("an ordinary page view checks nothing more", () => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));

    expect(state().status).toBe("signed-in");
  });
});

test("a changed profile is shown and stored, another member's is not", () => {
  begin();

  session.setUser({ ...aisyah, name: "Aisyah binti Ali" });
  session.setUser(mei);

  expect(state()).toMatchObject({ user: { name: "Aisyah binti Ali" } });
  expect(store.user.read()?.name).toBe("Aisyah binti Ali");
});

test("a token whose member could not be asked for is asked about again once there is a network", async () => {
  store.token.write("t1");
  check = () => Promise.reject(offline);
  unwatch = session.watch(window);
  session.restore();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.getSnapshot()).toMatchObject({ status: "signed-out" });

  check = async (token) => renewed(`${token}+`);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.getSnapshot()).toMatchObject({ status: "signed-in", user: aisyah });
});
