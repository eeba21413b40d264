import type { Activity } from "@loyalty/api-client";
import { expect, test } from "vitest";

import { monthTotals } from "./month-totals.ts";

const activity = (actionId: number, points: number, createdAt: string): Activity => ({
  id: 1,
  actionId,
  points,
  createdAt,
  remark: "",
});

const now = new Date("2026-02-10T04:00:00Z");

test("a month begins at midnight in Malaysia, eight hours before it does in London", () => {
  const activities = [
    activity(2, 40, "2026-01-31T15:59:59Z"),
    activity(2, 7, "2026-01-31T16:00:00Z"),
    activity(2, 5, "2026-02-28T15:59:59Z"),
    activity(2, 90, "2026-02-28T16:00:00Z"),
  ];

  expect(monthTotals(activities, now).earned).toBe(12);
});

test("only earned points are earned", () => {
  const at = "2026-02-02T00:00:00Z";
  const activities = [1, 2, 3, 4, 5].map((action) => activity(action, 10 ** action, at));

  expect(monthTotals(activities, now)).toEqual({ earned: 100 });
});

test("a quiet month is nought", () => {
  expect(monthTotals([], now)).toEqual({ earned: 0 });
});
