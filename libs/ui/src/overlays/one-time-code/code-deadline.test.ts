import { expect, test } from "vitest";

import { codeDeadline } from "./code-deadline.ts";

const NOW = Date.parse("2026-03-01T10:00:00Z");
const secondsAfterNow = (expiredAt?: string | null) => (codeDeadline(expiredAt, NOW) - NOW) / 1000;

test.each([
  ["expiredAt of the server", "2026-03-01T10:01:30Z", 90],
  ["120 s when the server names no end", undefined, 120],
  ["120 s when the end cannot be read", "soon", 120],
  ["120 s when this clock is ahead and the code looks dead", "2026-03-01T09:58:00Z", 120],
  [
    "120 s when this clock is behind and the code looks good for hours",
    "2026-03-01T12:00:00Z",
    120,
  ],
])("a code ends by %s", (_, expiredAt, seconds) => {
  expect(secondsAfterNow(expiredAt)).toBe(seconds);
});
