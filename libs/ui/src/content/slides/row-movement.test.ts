import { expect, test } from "vitest";

import { rowMovement } from "./row-movement.ts";

test.each([
  [390, 1],
  [639, 1],
  [640, 3],
  [767, 3],
  [768, 2],
  [1023, 2],
  [1024, 4],
  [1280, 4],
])("at %d px the dishes stand %d side by side", (width, expected) => {
  const { slidesPerView, breakpoints = {} } = rowMovement("several", 3000);
  const passed = Object.keys(breakpoints)
    .map(Number)
    .filter((from) => width >= from);
  const found = passed.length ? breakpoints[Math.max(...passed)]?.slidesPerView : slidesPerView;
  expect(found).toBe(expected);
});
