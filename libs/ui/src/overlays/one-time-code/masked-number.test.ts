import { expect, test } from "vitest";

import { maskedNumber } from "./masked-number.ts";

test("a number is shown with its middle hidden", () => {
  expect(maskedNumber("60", "123456789")).toBe("+60 12-•••• 789");
  expect(maskedNumber("65", "8123 4567")).toBe("+65 81-•••• 567");
});
