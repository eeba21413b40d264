import { expect, test } from "vitest";

import occupations from "./occupations.json";

test("95 different job titles are offered, by alphabet", () => {
  expect(new Set(occupations).size).toBe(95);
  expect([...occupations]).toEqual([...occupations].sort((a, b) => a.localeCompare(b, "en")));
});
