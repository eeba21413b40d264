import { afterEach, expect, test, vi } from "vitest";

import { pendingReferral } from "./token-store.ts";

afterEach(() => vi.restoreAllMocks());

test("a referral code is kept, trimmed, until it is used", () => {
  pendingReferral.write("  AISHA-20 ");
  expect(pendingReferral.read()).toBe("AISHA-20");
  pendingReferral.clear();
  expect(pendingReferral.read()).toBe("");
});

test.each([
  ["blank", "   "],
  ["21 characters", "A".repeat(21)],
])("what cannot be a code is not kept: %s", (_, code) => {
  pendingReferral.write("FIRST");
  pendingReferral.write(code);
  expect(pendingReferral.read()).toBe("FIRST");
});

test("20 characters are a code", () => {
  pendingReferral.write("A".repeat(20));
  expect(pendingReferral.read()).toHaveLength(20);
});

test("with refused storage the code lasts as long as the page", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  pendingReferral.write("AISHA");
  expect(pendingReferral.read()).toBe("AISHA");
  pendingReferral.clear();
  expect(pendingReferral.read()).toBe("");
});
