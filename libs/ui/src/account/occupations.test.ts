import { expect, test } from "vitest";

import { OCCUPATIONS } from "./occupations.ts";

test("95 different job titles are offered, by alphabet", () => {
  expect(new Set(OCCUPATIONS).size).toBe(95);
  expect([...OCCUPATIONS]).toEqual([...OCCUPATIONS].sort((a, b) => a.localeCompare(b, "en")));
});
