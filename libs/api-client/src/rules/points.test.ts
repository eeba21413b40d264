import { expect, test } from "vitest";

import cases from "../../cases/points.json";
import { isListedActivity, recentActivities, signedPoints } from "./points.ts";

test.each(cases.signed)("$why: $points points are $delta", ({ actionId, points, delta }) => {
  expect(signedPoints(actionId, points)).toBe(delta);
});

test("nothing redeemed is plain zero, which reads without a minus", () => {
  expect(Object.is(signedPoints(3, 0), 0)).toBe(true);
});

test("the short lists show registration, earned and redeemed, and no adjustments", () => {
  expect([1, 2, 3, 4, 5].filter(isListedActivity)).toEqual([1, 2, 3]);
});

test("the recent list keeps three of the listed activities, in order", () => {
  const activities = [4, 2, 5, 3, 2, 1].map((actionId, id) => ({ id, actionId }));

  expect(recentActivities(activities).map(({ id }) => id)).toEqual([1, 3, 4]);
});
