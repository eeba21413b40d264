import { expect, test } from "vitest";

import cases from "../../cases/tiers.json";
import { navTier, nextTier, pointsToGo, tierAt, tierProgress, TIERS } from "./tiers.ts";

test("the tiers are those of the programme", () => {
  expect(TIERS).toEqual(cases.tiers);
});

test.each(cases.at)("$points points reach level $level", ({ points, level }) => {
  expect(tierAt(points).level).toBe(level);
});

test.each(cases.progress)("$why", ({ points, level, percent, toGo, nextName }) => {
  const threshold = TIERS[level]?.upLevelPointAmount ?? 0;

  expect(tierProgress(points, threshold)).toBeCloseTo(percent, 10);
  expect(pointsToGo(points, threshold)).toBe(toGo);
  expect(nextTier(level, TIERS)?.name ?? null).toBe(nextName);
});

test.each([
  [0, "bronze"],
  [1, "silver"],
  [2, "gold"],
  [3, "platinum"],
  [4, "platinum"],
])("the navigation calls level %i %s", (level, name) => {
  expect(navTier(level)).toBe(name);
});
