import { expect, test } from "vitest";

import { firstLetter } from "./avatar.tsx";

test.each([
  ["Aisyah", "A"],
  ["  mei ling", "M"],
  ["น้ำฝน", "น้ำ"],
  ["🐘 Chang", "🐘"],
  ["", "?"],
])("%j is shown as %j", (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});
