import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { CheckedSession } from "./calls.ts";
import { ApiError } from "../errors.ts";
import { deferred } from "../testing/setup.ts";
import { aMember } from "../testing/world.ts";
import { departureMachine, type DepartureConfig, type DepartureOptions } from "./departure.ts";
import type { CheckResult } from "./session.ts";
import { tokenStore } from "./token-store.ts";

const MINI = "https://members.example.com";
const config: DepartureConfig = { productionHost: "www.example.com", miniOrigin: MINI };
const unreachable = (status: number, retryAfterS: number | null = null) =>
  new ApiError({ message: "no", status, retryAfterS });

let left: string[];
let presented: { token: string; mint: boolean }[];
let answer: () => Promise<Partial<CheckedSession>>;
let here: { origin: string; host: string; pathname: string; search: string };

beforeEach(() => {
  vi.useFakeTimers();
  left = [];
  presented = [];
  here = {
    origin: "https://www.example.com",
    host: "www.example.com",
    pathname: "/menu",
    search: "",
  };
  answer = async () => ({ handoffToken: "H1" });
  tokenStore.keep(aMember(), "S1");
});

afterEach(() => vi.useRealTimers());

async function checkWith(call: (token: string) => Promise<CheckedSession>): Promise<CheckResult> {
  const sent = tokenStore.token.read();
  if (sent === null) return { kind: "ended" };
  try {
    const response = await call(sent);
    const token = response.loginToken ?? sent;
    tokenStore.token.write(token);
    return { kind: "kept", response, token };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return { kind: "unreachable", error };
    tokenStore.forget();
    return { kind: "ended" };
  }
}

const call = (mint: boolean) => async (token: string) => {
  presented.push({ token, mint });
  const user = aMember();
  return { user, loginToken: "S2", isFirstLogin: false, handoffToken: null, ...(await answer()) };
};

function aDeparture(differences: Partial<DepartureOptions> = {}) {
  return departureMachine({
    config,
    location: here,
    leave: (url) => left.push(url.href),
    isKnownPath: (path) => ["/menu", "/redeem", "/dashboard"].includes(path),
    session: { checkWith },
    store: tokenStore,
    checkSession: call(false),
    mintHandoff: call(true),
    whenActivated: async () => {},
    runExclusive: (work) => work(),
    ...differences,
  });
}

const started = async (departure = aDeparture(), request = { fromMemberPath: false }) => {
  await departure.start(request);
  return departure.getSnapshot();
};

describe("who is handed off", () => {
  test("a member on the production host, with a ticket, to the same place", async () => {
    here.pathname = "/redeem";
    here.search = "?tab=history&utm_source=mail";

    expect(await started()).toEqual({ status: "left" });

    expect(presented).toEqual([{ token: "S1", mint: true }]);
    expect(left).toEqual([`${MINI}/redeem?tab=history&token=H1`]);
  });

  test("not a visitor", async () => {
    tokenStore.forget();

    expect(await started()).toEqual({ status: "idle" });

    expect([presented, left]).toEqual([[], []]);
  });

  test("not from a public page of another host", async () => {
    here.host = "preview.example.com";

    expect(await started()).toEqual({ status: "idle" });
  });

  test("from a member path on any host", async () => {
    here.host = "preview.example.com";
    here.pathname = "/dashboard";

    await started(aDeparture(), { fromMemberPath: true });

    expect(left).toEqual([`${MINI}/dashboard?token=H1`]);
  });

  test("no member, when the mini-program's address is not safe for a token", async () => {
    const departure = aDeparture({ config: { ...config, miniOrigin: "http://m.example.com" } });

    expect(await started(departure)).toEqual({ status: "off", reason: "insecure" });

    expect([presented, left]).toEqual([[], []]);
  });

  test("no member from a page that is only prerendered, until it is shown", async () => {
    const activated = deferred();
    const going = aDeparture({ whenActivated: () => activated.promise }).start({
      fromMemberPath: false,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(presented).toEqual([]);

    activated.resolve();
    await going;

    expect(left).toHaveLength(1);
  });
});

describe("what travels", () => {
  test("the path and query of the moment of leaving", async () => {
    answer = async () => {
      here.pathname = "/redeem";
      return { handoffToken: "H1" };
    };

    await started();

    expect(left).toEqual([`${MINI}/redeem?token=H1`]);
  });

  test("the fresh stored token, when the server mints no tickets", async () => {
    answer = async () => ({});

    await started();

    expect(left).toEqual([`${MINI}/menu?token=S2`]);
  });

  test("the stored token itself, and no ticket is requested, when so configured", async () => {
    answer = async () => ({});

    await started(aDeparture({ config: { ...config, handoff: "session" } }));

    expect(presented).toEqual([{ token: "S1", mint: false }]);
    expect(left).toEqual([`${MINI}/menu?token=S2`]);
  });

  test("nothing, when the session was handed off literally before", async () => {
    answer = async () => ({ user: null, loginToken: null });

    await started();

    expect(left).toEqual([`${MINI}/menu`]);
  });
});

describe("when the server does not help", () => {
  test("a refused session ends and stays here", async () => {
    answer = () => Promise.reject(unreachable(401));

    expect(await started()).toEqual({ status: "idle" });

    expect(left).toEqual([]);
    expect(tokenStore.token.read()).toBeNull();
  });

  test.each([0, 500, 503, 429])("%i keeps the session and tries again", async (status) => {
    answer = () => Promise.reject(unreachable(status));
    const departure = aDeparture();

    expect(await started(departure)).toEqual({ status: "waiting" });
    expect(tokenStore.token.read()).toBe("S1");

    answer = async () => ({ handoffToken: "H2" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(left).toEqual([`${MINI}/menu?token=H2`]);
  });

  test("it tries after 1, 2, 4, 8, 16 and then every 30 s", async () => {
    answer = () => Promise.reject(unreachable(0));
    const departure = aDeparture();
    const from = Date.now();
    const times: number[] = [];
    departure.subscribe(() => {});
    await started(departure);

    for (let second = 1; second <= 130; second += 1) {
      const before = presented.length;
      await vi.advanceTimersByTimeAsync(1000);
      if (presented.length > before) times.push((Date.now() - from) / 1000);
    }

    expect(times).toEqual([1, 3, 7, 15, 31, 61, 91, 121]);
    expect(departure.getSnapshot()).toEqual({ status: "waiting" });
  });

  test("it waits as long as the server's Retry-After", async () => {
    answer = () => Promise.reject(unreachable(429, 20));
    await started();

    await vi.advanceTimersByTimeAsync(19_999);
    expect(presented).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(presented).toHaveLength(2);
  });

  test("the button tries at once", async () => {
    answer = () => Promise.reject(unreachable(0));
    const departure = aDeparture();
    await started(departure);
    answer = async () => ({ handoffToken: "H3" });

    await departure.start({ fromMemberPath: false, byHand: true });
    await vi.advanceTimersByTimeAsync(60_000);

    expect(left).toEqual([`${MINI}/menu?token=H3`]);
  });

  test("a cancelled departure stays here", async () => {
    answer = () => Promise.reject(unreachable(0));
    const departure = aDeparture();
    await started(departure);

    departure.cancel();
    answer = async () => ({ handoffToken: "H3" });
    await vi.advanceTimersByTimeAsync(60_000);

    expect(left).toEqual([]);
    expect(departure.getSnapshot()).toEqual({ status: "idle" });
  });

  test("a departure cancelled while the ticket was on its way stays here", async () => {
    const minted = deferred<Partial<CheckedSession>>();
    answer = () => minted.promise;
    const departure = aDeparture();
    const going = departure.start({ fromMemberPath: false });
    await vi.advanceTimersByTimeAsync(0);

    departure.cancel();
    minted.resolve({ handoffToken: "H1" });
    await going;

    expect(left).toEqual([]);
  });
});

test("a second start while one is under way mints no second ticket", async () => {
  const departure = aDeparture();

  await Promise.all([
    departure.start({ fromMemberPath: false }),
    departure.start({ fromMemberPath: true }),
  ]);
  await departure.start({ fromMemberPath: false });

  expect(presented).toHaveLength(1);
});

describe("a loop", () => {
  test("stops after three redirects within 60 s in this tab, and the button still works", async () => {
    for (const _ of [1, 2, 3]) expect(await started()).toEqual({ status: "left" });

    const departure = aDeparture();
    expect(await started(departure)).toEqual({ status: "stopped" });
    expect(left).toHaveLength(3);

    await departure.start({ fromMemberPath: false, byHand: true });
    expect(left).toHaveLength(4);
  });

  test("is not seen in three redirects over more than 60 s", async () => {
    await started();
    await started();
    await vi.advanceTimersByTimeAsync(60_000);
    await started();

    expect(await started()).toEqual({ status: "left" });
  });
});
