import { expect, test } from "vitest";

import { presentedSecondsLeft } from "./vouchers.ts";

const UNTIL = "2026-03-14T04:30:00.400Z";

test.each([
  ["2026-03-14T03:59:59.000Z", 1800, "the browser knows the server's clock to a second"],
  ["2026-03-14T04:00:00.399Z", 1800, "a fraction before the window"],
  ["2026-03-14T04:00:00.400Z", 1800, "the whole window"],
  ["2026-03-14T04:00:01.400Z", 1799, "a second of it is over"],
  ["2026-03-14T04:29:59.500Z", 1, "its last second"],
  ["2026-03-14T04:30:00.400Z", 0, "its end"],
  ["2026-03-14T05:00:00.000Z", 0, "long after"],
])("at %s a shown code has %i seconds left: %s", (now, left) => {
  expect(presentedSecondsLeft(UNTIL, new Date(now))).toBe(left);
});
