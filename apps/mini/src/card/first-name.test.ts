import { expect, test } from "vitest";

import { firstName } from "./first-name.ts";

test.each([
  ["Aisyah Rahman", "Aisyah"],
  ["Kavitha a/p Muniandy", "Kavitha"],
  ["S. Kavitha", "Kavitha"],
  ["Dato’ Ahmad Faiz", "Ahmad"],
  ["Tan Wei Jie", "Wei Jie"],
  ["Lee Mei", "Mei"],
  ["Lim", "Lim"],
  ["Daniel Lim", "Daniel"],
  ["Abdul Rahman bin Ali", "Abdul Rahman"],
  ["  Nurul   Huda ", "Nurul"],
  ["陈美玲", "陈美玲"],
  ["A B", "A"],
  ["Dr", "Dr"],
  ["", ""],
])("%j is greeted as %j", (name, greeting) => {
  expect(firstName(name)).toBe(greeting);
});
