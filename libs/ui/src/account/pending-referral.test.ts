import { afterEach, expect, test, vi } from "vitest";

import { pendingReferral } from "./referral-prompt.ts";

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

test("refused storage means that no code is pending", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => pendingReferral.write("AISHA")).not.toThrow();
  expect(pendingReferral.read()).toBe("");
});
