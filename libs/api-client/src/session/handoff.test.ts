import { afterEach, describe, expect, test, vi } from "vitest";

import { dropHandoff, handoffTarget, handoffUrl, keepHandoff, takeToken } from "./handoff.ts";
import { retryDelay, sha256, whenActivated } from "./page.ts";
import { tokenStore } from "./token-store.ts";

const MINI = "https://members.example.com";
const SITE = { origin: "https://www.example.com" };
const known = (path: string) => ["/", "/dashboard", "/redeem", "/reward/7"].includes(path);
const urlFor = (pathname: string, search = "", token: string | null = "T") =>
  handoffUrl(MINI, { pathname, search }, token, known).href;

describe("the address of the same place", () => {
  test("has the same path and the token in the query", () => {
    expect(urlFor("/reward/7")).toBe(`${MINI}/reward/7?token=T`);
  });

  test("keeps what the member screens read, and nothing else", () => {
    expect(urlFor("/redeem", "?tab=history&utm_source=x&isPromotion=true&isMembership=1")).toBe(
      `${MINI}/redeem?tab=history&isPromotion=true&isMembership=1&token=T`,
    );
  });

  test("has what else travels, before our token, and never without one", () => {
    const from = { pathname: "/redeem", search: "" };
    const carried = { activeTab: "thong-cha", token: "another" };
    expect(handoffUrl(MINI, from, "T", known, carried).search).toBe("?activeTab=thong-cha&token=T");
    expect(handoffUrl(MINI, from, null, known, carried).search).toBe("");
  });

  test("has our token when the page had one of its own", () => {
    const url = new URL(urlFor("/redeem", "?token=attacker&token=again"));

    expect(url.searchParams.getAll("token")).toEqual(["T"]);
  });

  test.each(["//redeem", "/\\redeem", "\\\\redeem"])("is the same place from %j", (pathname) => {
    expect(urlFor(pathname)).toBe(`${MINI}/redeem?token=T`);
  });

  test("carries no token when there is none to carry", () => {
    expect(urlFor("/dashboard", "?tab=a", null)).toBe(`${MINI}/dashboard?tab=a`);
  });

  test("escapes what a token may not be in an address", () => {
    expect(new URL(urlFor("/", "", "a+b/c=&x=1")).searchParams.get("token")).toBe("a+b/c=&x=1");
  });

  const hostile = [
    "//evil.example/x",
    "/\\evil.example/x",
    "\\\\evil.example",
    "/%5cevil.example",
    "/..//evil.example",
    "/@evil.example",
    "//user:pass@evil.example",
    "https://evil.example/",
    "/\r\nLocation: https://evil.example",
    "/\t/evil.example",
    "/ไทย/🌶",
    `/${"a".repeat(2048)}`,
    "",
    "javascript:alert(1)",
    "?x",
    "#x",
  ];
  test.each(hostile)("goes to the mini-program's dashboard from %j", (pathname) => {
    const url = handoffUrl(MINI, { pathname, search: "" }, "T", (path) => path === "/dashboard");

    expect(url.origin).toBe(MINI);
    expect(url.pathname).toBe("/dashboard");
    expect(url.username + url.password + url.hash).toBe("");
  });

  test.each(hostile)("never changes host for %j, even if every path were known", (pathname) => {
    expect(handoffUrl(MINI, { pathname, search: "" }, "T", () => true).origin).toBe(MINI);
  });

  test("500 random paths never change host", () => {
    const signs = ["/", "\\", ".", "@", ":", "?", "#", "%2f", "%5c", "evil.example", "\t", "é"];
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31);
    for (let round = 0; round < 500; round += 1) {
      const pathname = Array.from({ length: 1 + (next() % 8) }, () => signs[next() % 12]).join("");
      const url = handoffUrl(MINI, { pathname, search: "" }, "T", () => true);
      expect(url.origin, pathname).toBe(MINI);
      expect(url.searchParams.get("token"), pathname).toBe("T");
    }
  });
});

const take = (search: string) => {
  const { token, clean } = takeToken(new URL(`${MINI}/redeem${search}`));
  return [token, clean.href.slice(MINI.length)];
};

describe("the token of an address", () => {
  test.each([
    ["?token=T", "T", "/redeem"],
    ["?tab=a&token=T&isPromotion=true", "T", "/redeem?tab=a&isPromotion=true"],
    ["?token=T&token=T", "T", "/redeem"],
    ["?token=T#part", "T", "/redeem#part"],
    ["?tab=a", null, "/redeem?tab=a"],
    ["", null, "/redeem"],
  ])("%s gives %s and leaves %s", (search, token, clean) => {
    expect(take(search)).toEqual([token, clean]);
  });

  test("two that differ are both dropped", () => {
    expect(take("?token=A&token=B&tab=a")).toEqual([null, "/redeem?tab=a"]);
  });

  test("an empty one is none, and is taken away", () => {
    expect(take("?token=")).toEqual([null, "/redeem"]);
  });

  test("an address without one stays as it was written", () => {
    expect(take("?q=a%20b")).toEqual([null, "/redeem?q=a%20b"]);
  });
});

describe("the mini-program is gone to", () => {
  test.each([
    [MINI, SITE.origin],
    [`${MINI}/`, SITE.origin],
    ["http://localhost:4300", "http://localhost:4200"],
    ["http://mini.localhost:4300", "http://site.localhost:4200"],
    ["http://127.0.0.1:4300", "http://localhost:4200"],
    ["http://[::1]:4300", "http://localhost:4200"],
  ])("at %s from %s", (miniOrigin, origin) => {
    expect(handoffTarget({ productionHost: "", miniOrigin }, { origin })).toEqual({
      origin: new URL(miniOrigin).origin,
    });
  });

  test.each([
    ["", "missing"],
    [null, "missing"],
    ["members", "not-an-origin"],
    [`${MINI}/app`, "not-an-origin"],
    [`${MINI}/?a=1`, "not-an-origin"],
    ["https://user@members.example.com", "not-an-origin"],
    ["http://members.example.com", "insecure"],
    ["http://localhost.evil.example", "insecure"],
    ["javascript:alert(1)", "not-an-origin"],
    ["ftp://members.example.com", "insecure"],
    [SITE.origin, "same-origin"],
  ])("never at %s: %s", (miniOrigin, off) => {
    expect(handoffTarget({ productionHost: "", miniOrigin }, SITE)).toEqual({ off });
  });
});

afterEach(() => {
  history.replaceState(null, "", "/");
  vi.restoreAllMocks();
});

const visit = (address: string) => history.replaceState({ from: "router" }, "", address);
const address = () => location.pathname + location.search + location.hash;

test("the mini-program takes the token out of the address and keeps it for this tab", () => {
  visit("/redeem?tab=history&token=H1#part");

  keepHandoff(window);

  expect(address()).toBe("/redeem?tab=history#part");
  expect(history.state).toEqual({ from: "router" });
  expect(tokenStore.pendingHandoff.read()).toMatchObject({
    token: "H1",
    referrer: document.referrer,
  });
  expect(localStorage).toHaveLength(0);
});

test("every arrival has a nonce of its own, too long to guess", () => {
  const nonces = [1, 2].map(() => {
    visit("/?token=H1");
    keepHandoff(window);
    return tokenStore.pendingHandoff.read()?.nonce;
  });

  expect(nonces[0]).toMatch(/^[0-9a-f]{48}$/);
  expect(nonces[1]).not.toBe(nonces[0]);
});

test("a path that looks like a host does not keep the token in the address", () => {
  const replaced: unknown[] = [];
  const page = {
    location: { href: "https://members.example.com//zz?token=H1" },
    document: { referrer: "" },
    history: {
      state: null,
      replaceState: (_: unknown, __: string, url: URL) => replaced.push(url),
    },
  } as unknown as Window;

  keepHandoff(page);

  expect(replaced).toEqual([new URL("https://members.example.com//zz")]);
});

test("two different tokens are taken away, and none is kept", () => {
  visit("/?token=H1&token=H2");

  keepHandoff(window);

  expect(address()).toBe("/");
  expect(tokenStore.pendingHandoff.read()).toBeNull();
});

test("an ordinary visit touches neither the address nor what waits", () => {
  visit("/?token=H1");
  keepHandoff(window);
  visit("/menu?q=a%20b");
  const replaceState = vi.spyOn(history, "replaceState");

  keepHandoff(window);

  expect(replaceState).not.toHaveBeenCalled();
  expect(tokenStore.pendingHandoff.read()?.token).toBe("H1");
});

test("the site takes a token away and never keeps it", () => {
  visit("/menu?token=attacker");

  dropHandoff(window);

  expect(address()).toBe("/menu");
  expect(tokenStore.pendingHandoff.read()).toBeNull();
});

test("a page that is shown is active at once", async () => {
  await expect(whenActivated(document)).resolves.toBeUndefined();
});

test("a prerendered page is active when it is shown", async () => {
  const page = Object.assign(new EventTarget(), { prerendering: true });
  let active = false;
  void whenActivated(page as unknown as Document).then(() => (active = true));
  await Promise.resolve();
  expect(active).toBe(false);

  page.dispatchEvent(new Event("prerenderingchange"));
  await Promise.resolve();

  expect(active).toBe(true);
});

test("a token is remembered by its sha256", async () => {
  expect(await sha256("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("the waits between tries double up to 30 s", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
