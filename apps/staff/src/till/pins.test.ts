import { expect, test } from "vitest";

import rows from "@loyalty/api-client/cases/pins.json";
import { isGoodPin } from "./pins.ts";

test.each(rows)("a PIN of $why", ({ pin, good }) => {
  expect(isGoodPin(pin)).toBe(good);
});
