import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { CheckedSession, Presentation } from "./calls.ts";
import { ApiError } from "../errors.ts";
import { deferred } from "../testing/setup.ts";
import { aMember } from "../testing/world.ts";
import { arrivalMachine, type ArrivalOptions } from "./arrival.ts";
import { tokenStore } from "./token-store.ts";

const SITE = "https://www.example.com/";
const config = { productionHost: "www.example.com" };
const failing = (status: number, body: object = {}) =>
  new ApiError({ message: "no", status, body });
const aisyah = aMember();
const opened = { user: aisyah, loginToken: "M1", isFirstLogin: false, handoffToken: null };

let presented: { token: string; how: Presentation }[];
let events: string[];
let answer: () => Promise<CheckedSession>;
let flush: () => Promise<boolean>;

beforeEach(() => {
  vi.useFakeTimers();
  presented = [];
  events = [];
  answer = async () => opened;
  flush = async () => true;
});

afterEach(() => vi.useRealTimers());

function anArrival(differences: Partial<ArrivalOptions> = {}) {
  return arrivalMachine({
    config,
    session: {
      begin({ user, loginToken, isFirstLogin }) {
        tokenStore.keep(user, loginToken);
        events.push(`begin ${loginToken}${isFirstLogin ? " first" : ""}`);
      },
      restore: () => events.push(`restore ${tokenStore.token.read() ?? "nobody"}`),
    },
    store: tokenStore,
    pendingSignOuts: {
      flush: () => {
        events.push("flush");
        return flush();
      },
    },
    presentHandoff: (token, how) => {
      events.push("present");
      presented.push({ token, how });
      return answer();
    },
    whenActivated: async () => {},
    runExclusive: (work) => work(),
    sha256: async (text) => `hash of ${text}`,
    ...differences,
  });
}

const handedOver = (referrer = SITE, token = "H1") =>
  tokenStore.pendingHandoff.write({ token, nonce: "nonce-1", at: Date.now(), referrer });
const signedInBefore = (token = "M0") => tokenStore.keep(aisyah, token);
const started = async (arrival = anArrival()) => {
  await arrival.start();
  return arrival;
};

describe("without a token in the address", () => {
  test("the stored session is restored", async () => {
    signedInBefore();

    const arrival = await started();

    expect(events).toEqual(["restore M0"]);
    expect(arrival.getSnapshot()).toEqual({ status: "none" });
  });
});

describe("a token from the site", () => {
  test("signs in: stored only now, remembered by its hash, nothing left waiting", async () => {
    handedOver();
    answer = async () => {
      expect(tokenStore.token.read()).toBeNull();
      return opened;
    };

    const arrival = await started();

    expect(presented).toMatchObject([
      { token: "H1", how: { nonce: "nonce-1", current: null, confirm: false } },
    ]);
    expect(events.at(-1)).toBe("begin M1");
    expect(tokenStore.pendingHandoff.read()).toBeNull();
    expect(tokenStore.consumedHandoff.read()).toBe("hash of H1");
    expect(arrival.getSnapshot()).toEqual({ status: "accepted", notYouUntil: null });
  });

  test("is sent with the token that this browser has", async () => {
    signedInBefore("M0");
    handedOver();

    await started();

    expect(presented[0]?.how.current).toBe("M0");
  });

  test("carries the first login over", async () => {
    handedOver();
    answer = async () => ({ ...opened, isFirstLogin: true });

    await started();

    expect(events.at(-1)).toBe("begin M1 first");
  });

  test("is kept as the session when an old server gives no new one", async () => {
    handedOver(SITE, "S1");
    answer = async () => ({ ...opened, loginToken: null });

    await started();

    expect(tokenStore.token.read()).toBe("S1");
  });

  test("is presented once, however often the page starts", async () => {
    handedOver();
    const arrival = anArrival();

    await Promise.all([arrival.start(), arrival.start()]);

    expect(presented).toHaveLength(1);
  });

  test("is not presented again when the history loads the same address", async () => {
    handedOver();
    await started();
    events = [];

    handedOver();
    const again = await started();

    expect(events).toEqual(["restore M1"]);
    expect(again.getSnapshot()).toEqual({ status: "none" });
    expect(tokenStore.pendingHandoff.read()).toBeNull();
  });

  test("is presented without the comparison where the browser has no cryptography", async () => {
    const arrival = anArrival({ sha256: async () => null });
    handedOver();

    await started(arrival);

    expect(arrival.getSnapshot().status).toBe("accepted");
    expect(tokenStore.consumedHandoff.read()).toBeNull();
  });

  test("waits while the page is only prerendered", async () => {
    const activated = deferred();
    handedOver();
    const starting = anArrival({ whenActivated: () => activated.promise }).start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(presented).toEqual([]);

    activated.resolve();
    await starting;

    expect(presented).toHaveLength(1);
  });
});

test("a ticket of a super-app, for which this browser asked, is presented without a question", async () => {
  const pending = { token: "H1", nonce: "nonce-1", at: Date.now(), referrer: "", byHost: true };
  tokenStore.pendingHandoff.write(pending);

  const arrival = await started();

  expect(presented).toHaveLength(1);
  expect(arrival.getSnapshot()).toEqual({ status: "accepted", notYouUntil: null });
});

describe("a refused token", () => {
  beforeEach(() => {
    answer = () => Promise.reject(failing(401));
  });

  test("changes nothing: the stored session stays", async () => {
    signedInBefore("M0");
    handedOver();

    const arrival = await started();

    expect(events.at(-1)).toBe("restore M0");
    expect(tokenStore.token.read()).toBe("M0");
    expect(arrival.getSnapshot()).toEqual({ status: "refused" });
  });

  test("leaves a visitor a visitor, and is not presented again from the history", async () => {
    handedOver();
    await started();
    expect(events.at(-1)).toBe("restore nobody");

    handedOver();
    await started();

    expect(presented).toHaveLength(1);
  });

  test.each([400, 403, 404, 422])("is also one with a response of %i", async (status) => {
    answer = () => Promise.reject(failing(status));
    handedOver();

    const arrival = await started();

    expect(presented).toHaveLength(1);
    expect(arrival.getSnapshot()).toEqual({ status: "refused" });
  });

  test("is also one without a user in the response", async () => {
    answer = async () => ({ ...opened, user: null });
    handedOver();

    const arrival = await started();

    expect(arrival.getSnapshot()).toEqual({ status: "refused" });
    expect(tokenStore.token.read()).toBeNull();
  });
});

describe("without a response", () => {
  test.each([0, 500, 503, 429])("%i is tried again with the same nonce", async (status) => {
    answer = () => Promise.reject(failing(status));
    handedOver();
    const arrival = anArrival();
    const starting = arrival.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(arrival.getSnapshot()).toEqual({ status: "presenting" });

    answer = async () => opened;
    await vi.advanceTimersByTimeAsync(1000);
    await starting;

    expect(presented.map(({ how }) => how.nonce)).toEqual(["nonce-1", "nonce-1"]);
    expect(arrival.getSnapshot()).toMatchObject({ status: "accepted" });
  });

  test("it is tried for 60 s, then it opened nothing", async () => {
    answer = () => Promise.reject(failing(0));
    handedOver();
    const arrival = anArrival();
    const starting = arrival.start();

    await vi.advanceTimersByTimeAsync(60_000);
    await starting;

    expect(presented).toHaveLength(6); // at 0, 1, 3, 7, 15 and 31 s; the next would be at 61 s
    expect(arrival.getSnapshot()).toEqual({ status: "refused" });
    expect(tokenStore.pendingHandoff.read()).toBeNull();
    expect(tokenStore.consumedHandoff.read()).toBeNull();
  });

  test("the stored session is restored meanwhile", async () => {
    signedInBefore("M0");
    answer = () => Promise.reject(failing(0));
    handedOver();
    void anArrival().start();

    await vi.advanceTimersByTimeAsync(0);

    expect(events.at(-1)).toBe("restore M0");
  });

  test("a visitor's path stays open meanwhile", async () => {
    answer = () => Promise.reject(failing(0));
    handedOver();
    void anArrival().start();

    await vi.advanceTimersByTimeAsync(30_000);

    expect(events).not.toContain("restore nobody");
  });

  test("a response has 8 s", async () => {
    const presentHandoff: ArrivalOptions["presentHandoff"] = (_, { signal }) =>
      new Promise((__, reject) => {
        signal?.addEventListener("abort", () => {
          events.push(`given up after ${Date.now() - from} ms`);
          reject(failing(0));
        });
      });
    handedOver();
    const from = Date.now();
    void anArrival({ presentHandoff }).start();

    await vi.advanceTimersByTimeAsync(8000);

    expect(events).toContain("given up after 8000 ms");
  });

  test("a reloaded page goes on with the same nonce", async () => {
    answer = () => Promise.reject(failing(0));
    handedOver();
    void anArrival().start();
    await vi.advanceTimersByTimeAsync(0);
    answer = async () => opened;

    await started(anArrival());

    expect(presented.map(({ how }) => how.nonce)).toEqual(["nonce-1", "nonce-1"]);
  });
});

describe("after a sign-out that the server may not have received", () => {
  test("the sign-out is sent before the token is presented", async () => {
    handedOver();

    await started();

    expect(events.slice(0, 2)).toEqual(["flush", "present"]);
  });

  test("nothing is presented while it cannot be sent, and it is sent before every try", async () => {
    flush = async () => false;
    handedOver();
    const arrival = anArrival();
    const starting = arrival.start();
    await vi.advanceTimersByTimeAsync(3000);
    expect(events).toEqual(["flush", "flush", "flush"]);

    await vi.advanceTimersByTimeAsync(60_000);
    await starting;

    expect(presented).toEqual([]);
    expect(arrival.getSnapshot()).toEqual({ status: "refused" });
  });

  test("in another tab, a retry under way stops", async () => {
    answer = () => Promise.reject(failing(0));
    handedOver();
    const arrival = anArrival();
    const starting = arrival.start();
    await vi.advanceTimersByTimeAsync(0);

    tokenStore.pendingHandoff.clear();
    answer = async () => opened;
    await vi.advanceTimersByTimeAsync(60_000);
    await starting;

    expect(presented).toHaveLength(1);
    expect(arrival.getSnapshot()).toEqual({ status: "none" });
  });

  test("in another tab, a response under way does not sign in", async () => {
    answer = async () => {
      tokenStore.pendingHandoff.clear();
      return opened;
    };
    handedOver();

    const arrival = await started();

    expect(tokenStore.token.read()).toBeNull();
    expect(arrival.getSnapshot()).toEqual({ status: "none" });
  });
});

describe("where the link came from", () => {
  test("nowhere, and the deployment allows that: a banner asks 'Not you?' for ten minutes", async () => {
    handedOver("");
    const until = Date.now() + 600_000;
    const lax = () => anArrival({ config: { ...config, handoffStrict: false } });

    const arrival = await started(lax());
    expect(arrival.getSnapshot()).toEqual({ status: "accepted", notYouUntil: until });

    const reloaded = await started(lax());
    expect(reloaded.getSnapshot()).toEqual({ status: "accepted", notYouUntil: until });

    await vi.advanceTimersByTimeAsync(600_000);
    expect((await started(lax())).getSnapshot()).toEqual({ status: "none" });
  });

  test("nowhere: to be confirmed", async () => {
    handedOver("");

    const arrival = await started();

    expect(arrival.getSnapshot()).toEqual({ status: "asking" });
    expect(presented).toEqual([]);
  });

  test("the site: not to be confirmed", async () => {
    handedOver(SITE);

    const arrival = await started();

    expect(arrival.getSnapshot().status).toBe("accepted");
  });

  test.each([
    "https://evil.example/",
    "https://www.example.com.evil.example/",
    "https://www.example.com:8443/",
    "nonsense",
  ])("%s: to be confirmed, and nothing is used up", async (referrer) => {
    handedOver(referrer);

    const arrival = await started();

    expect(arrival.getSnapshot()).toEqual({ status: "asking" });
    expect(presented).toEqual([]);
  });

  test("elsewhere, and the member agrees: signed in without a banner", async () => {
    handedOver("https://evil.example/");
    const arrival = await started();

    await arrival.confirm();

    expect(arrival.getSnapshot()).toEqual({ status: "accepted", notYouUntil: null });
    expect(presented[0]?.how.confirm).toBe(false);
  });

  test("elsewhere, and the member does not: the stored session goes on", async () => {
    signedInBefore("M0");
    handedOver("https://evil.example/");
    const arrival = await started();

    arrival.decline();

    expect(events.at(-1)).toBe("restore M0");
    expect(tokenStore.pendingHandoff.read()).toBeNull();
    expect(arrival.getSnapshot()).toEqual({ status: "none" });
  });

  test("a visitor's path is kept until it is confirmed", async () => {
    handedOver("https://evil.example/");

    await started();

    expect(events).toEqual([]);
  });
});

describe("another member's token", () => {
  let arrival: ReturnType<typeof anArrival>;

  beforeEach(async () => {
    signedInBefore("M0");
    handedOver();
    answer = () =>
      Promise.reject(
        failing(409, { code: "handoff_other_member", maskedName: "Me***", lastDigits: "5432" }),
      );
    arrival = await started();
  });

  test("is to be confirmed, and the current member stays meanwhile", () => {
    expect(arrival.getSnapshot()).toEqual({
      status: "other-member",
      maskedName: "Me***",
      lastDigits: "5432",
    });
    expect(events.at(-1)).toBe("restore M0");
  });

  test("declined: the current member stays and the token is not presented again", () => {
    arrival.decline();

    expect(presented).toHaveLength(1);
    expect(tokenStore.token.read()).toBe("M0");
    expect(tokenStore.pendingHandoff.read()).toBeNull();
  });

  test("confirmed: sent with the same nonce, and the other member is signed in", async () => {
    answer = async () => ({ ...opened, user: aMember({ id: 3 }), loginToken: "M7" });

    await arrival.confirm();

    expect(presented[1]?.how).toMatchObject({ nonce: "nonce-1", current: "M0", confirm: true });
    expect(tokenStore.token.read()).toBe("M7");
    expect(arrival.getSnapshot().status).toBe("accepted");
  });

  test("confirmed after a minute, and tried again without a response", async () => {
    await vi.advanceTimersByTimeAsync(70_000);
    answer = () => Promise.reject(failing(0));
    const confirming = arrival.confirm();
    await vi.advanceTimersByTimeAsync(0);
    answer = async () => opened;
    await vi.advanceTimersByTimeAsync(1000);
    await confirming;

    expect(arrival.getSnapshot().status).toBe("accepted");
  });
});

test("what is not to be confirmed cannot be confirmed or declined", async () => {
  const arrival = await started();

  await arrival.confirm();
  arrival.decline();

  expect(presented).toEqual([]);
  expect(arrival.getSnapshot()).toEqual({ status: "none" });
});
