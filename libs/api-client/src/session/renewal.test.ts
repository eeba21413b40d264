import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { CheckedSession } from "../calls/access.ts";
import { ApiError } from "../errors.ts";
import { deferred } from "../testing/deferred.ts";
import { aMember } from "../testing/world.ts";
import type { OneAtATime } from "./page.ts";
import { safeStorage } from "./safe-storage.ts";
import { createSession, type AskSession } from "./session.ts";
import { createTokenStore } from "./token-store.ts";
import { createTombstones } from "./tombstones.ts";

const aisyah = aMember();
const refusal = new ApiError({ message: "no", status: 401 });
const offline = new ApiError({ message: "Request failed", status: 0, code: "network" });

let oneAtATime: OneAtATime;
let check: AskSession;
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  oneAtATime = aLock();
  sent = [];
  check = async (token) => renewed(`${token}+`);
});
afterEach(() => vi.useRealTimers());

/** What a Web Lock does: one piece of work after the other, over all tabs; whoever gives up waiting is gone. */
function aLock(): OneAtATime {
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

const renewed = (loginToken: string): CheckedSession => ({
  user: aisyah,
  loginToken,
  isFirstLogin: false,
  handoffToken: null,
});

/** A call that nobody answers; like `fetch`, it ends when it is told to. */
const hangs: AskSession = (_, signal) =>
  new Promise((__, reject) => signal?.addEventListener("abort", () => reject(offline)));

/** Some tabs of one browser, in the first of which the member signed in. */
function tabs(count: number) {
  const all = Array.from({ length: count }, (_, tab) => {
    const store = createTokenStore(
      safeStorage(() => localStorage, "local"),
      safeStorage(() => sessionStorage, `tab-${tab}`),
    );
    const checkSession: AskSession = (token, signal) => {
      sent.push(token);
      return check(token, signal);
    };
    const tombstones = createTombstones({ store, signOut: async () => {} });
    return { store, session: createSession({ store, tombstones, checkSession, oneAtATime }) };
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

test("a check that hangs has reached nobody after 8 s, and neither have those that waited for it", async () => {
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
  expect(two!.store.token()).toBe("S2");
});

test("a call that was refused after another tab renewed the token gets that one, and nothing is asked", async () => {
  const { session, store } = aTab();
  store.keepToken("S2");

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
  ["nobody answers", offline],
])("a refused call is not tried again when %s", async (_, failure) => {
  check = () => Promise.reject(failure);

  expect(await aTab().session.revalidate("S1")).toBeNull();
});

test("a check that began before the member changed their record does not bring the old one back", async () => {
  const { session, store } = aTab();
  const answer = deferred<CheckedSession>();
  check = () => answer.promise;
  const checking = session.check();
  await vi.advanceTimersByTimeAsync(0);
  session.setUser({ ...aisyah, name: "Aisyah binti Ali" });
  answer.resolve(renewed("S2"));
  await checking;

  expect(session.getSnapshot()).toMatchObject({ user: { name: "Aisyah binti Ali" } });
  expect(store.user()?.name).toBe("Aisyah binti Ali");
  expect(store.token()).toBe("S2");
});

test("fields that are null do not reach the pages, and a record without an id is none", () => {
  const { store } = aTab();
  localStorage.setItem("userData", JSON.stringify({ ...aisyah, mobileNumber: null, name: null }));
  expect(store.user()).toMatchObject({ id: aisyah.id, mobileNumber: "", name: "" });

  localStorage.setItem("userData", "{}");
  expect(store.user()).toBeNull();
});
