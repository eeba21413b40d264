import { expect, test } from "vitest";

import { ageOf } from "./age.ts";

const MINUTE = 60_000;

test.each([
  [-1, { unit: "now" }],
  [MINUTE - 1, { unit: "now" }],
  [MINUTE, { unit: "Minutes", count: 1 }],
  [60 * MINUTE - 1, { unit: "Minutes", count: 59 }],
  [60 * MINUTE, { unit: "Hours", count: 1 }],
  [24 * 60 * MINUTE - 1, { unit: "Hours", count: 23 }],
  [24 * 60 * MINUTE, { unit: "Days", count: 1 }],
])("after %i ms", (age, said) => {
  expect(ageOf(1000, 1000 + age)).toEqual(said);
});
