import { afterEach, expect, test, vi } from "vitest";

import { dropHandoff, keepHandoff } from "./arrival-boot.ts";
import { tokenStore } from "./token-store.ts";

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
  expect(tokenStore.pendingHandoff()).toMatchObject({ token: "H1", referrer: document.referrer });
  expect(localStorage).toHaveLength(0);
});

test("every arrival has a nonce of its own, too long to guess", () => {
  const nonces = [1, 2].map(() => {
    visit("/?token=H1");
    keepHandoff(window);
    return tokenStore.pendingHandoff()?.nonce;
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
  expect(tokenStore.pendingHandoff()).toBeNull();
});

test("an ordinary visit touches neither the address nor what waits", () => {
  visit("/?token=H1");
  keepHandoff(window);
  visit("/menu?q=a%20b");
  const replaceState = vi.spyOn(history, "replaceState");

  keepHandoff(window);

  expect(replaceState).not.toHaveBeenCalled();
  expect(tokenStore.pendingHandoff()?.token).toBe("H1");
});

test("the site takes a token away and never keeps it", () => {
  visit("/menu?token=attacker");

  dropHandoff(window);

  expect(address()).toBe("/menu");
  expect(tokenStore.pendingHandoff()).toBeNull();
});
