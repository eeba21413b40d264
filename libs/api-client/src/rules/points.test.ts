import { expect, test } from "vitest";

import cases from "../../cases/points.json";
import { signedPoints } from "./points.ts";

test.each(cases.signed)("$why: $points points are $delta", ({ actionId, points, delta }) => {
  expect(signedPoints(actionId, points)).toBe(delta);
});

test("nothing redeemed is plain zero, which reads without a minus", () => {
  expect(Object.is(signedPoints(3, 0), 0)).toBe(true);
});
