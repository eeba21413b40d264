import { afterEach, describe, expect, test } from "vitest";

import { keepCarried, consumeArrivalNotice, handoffParams, queueArrivalNotice } from "./carried.ts";

afterEach(() => history.replaceState(null, "", "/"));

const arrive = (address: string) => {
  history.replaceState({ from: "router" }, "", address);
  keepCarried();
  return location.pathname + location.search;
};

describe("leaving the site", () => {
  test("nothing travels for who chose nothing", () => {
    expect(handoffParams()).toEqual({});
  });

  test("a choice travels once, and again when it was changed", () => {
    localStorage.setItem("activeTab", "thong-cha");
    localStorage.setItem("colorScheme", "dark");
    expect(handoffParams()).toEqual({ activeTab: "thong-cha", colorScheme: "dark" });
    expect(handoffParams()).toEqual({});
    localStorage.setItem("activeTab", "krua-bowl");
    expect(handoffParams()).toEqual({ activeTab: "krua-bowl" });
  });

  test("what is no brand stays where it is", () => {
    localStorage.setItem("activeTab", "evil&token=x");
    localStorage.setItem("carriedTheme", "nonsense");
    expect(handoffParams()).toEqual({});
  });

  test("what travelled under the key's old name does not travel again", () => {
    localStorage.setItem("activeTab", "thong-cha");
    localStorage.setItem("carriedLook", JSON.stringify({ activeTab: "thong-cha" }));
    expect(handoffParams()).toEqual({});
    expect(handoffParams()).toEqual({});
    expect(localStorage.getItem("carriedLook")).toBeNull();
  });

  test("a notice travels with the next handoff, and with no other", () => {
    queueArrivalNotice("already-member");
    expect(handoffParams()).toEqual({ notice: "already-member" });
    expect(handoffParams()).toEqual({});
  });
});

describe("arriving in the mini-program", () => {
  test("what came is kept and gone from the address, the token is left to its own script", () => {
    const left = arrive(
      "/redeem?tab=history&activeTab=thong-cha&colorScheme=dark&notice=already-member&token=H1",
    );
    expect(left).toBe("/redeem?tab=history&token=H1");
    expect(history.state).toEqual({ from: "router" });
    expect(localStorage.getItem("activeTab")).toBe("thong-cha");
    expect(localStorage.getItem("colorScheme")).toBe("dark");
    expect([consumeArrivalNotice(), consumeArrivalNotice()]).toEqual(["already-member", null]);
  });

  test("what is none of the known words is not kept", () => {
    expect(arrive("/?activeTab=evil&colorScheme=pink&notice=%3Cb%3E&token=H1")).toBe("/?token=H1");
    expect(localStorage).toHaveLength(0);
    expect(consumeArrivalNotice()).toBeNull();
  });

  test("a link without a token chooses nothing", () => {
    expect(arrive("/menu?activeTab=thong-cha")).toBe("/menu?activeTab=thong-cha");
    expect(localStorage).toHaveLength(0);
  });
});
