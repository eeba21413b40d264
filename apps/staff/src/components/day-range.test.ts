import { expect, test } from "vitest";

import { rangesOf } from "./day-range.tsx";

test.each([
  // A Friday; a Monday that is the first of a month; a Sunday.
  ["2026-11-27", "2026-11-26", "2026-11-23", "2026-11-01", ["2026-10-01", "2026-10-31"]],
  ["2026-06-01", "2026-05-31", "2026-06-01", "2026-06-01", ["2026-05-01", "2026-05-31"]],
  ["2028-03-05", "2028-03-04", "2028-02-28", "2028-03-01", ["2028-02-01", "2028-02-29"]],
])("the usual times as of %s", (today, yesterday, monday, firstOfMonth, [first, last]) => {
  expect(rangesOf(today)).toEqual({
    today: { first: today, last: today },
    yesterday: { first: yesterday, last: yesterday },
    thisWeek: { first: monday, last: today },
    thisMonth: { first: firstOfMonth, last: today },
    lastMonth: { first, last },
  });
});
