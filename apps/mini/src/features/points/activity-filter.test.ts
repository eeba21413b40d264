import type { Activity } from "@loyalty/api-client";
import { expect, test } from "vitest";

import { beginOf, byDay } from "./activity-filter.ts";

const activity = (id: number, actionId: number, points: number, createdAt: string): Activity => ({
  id,
  actionId,
  points,
  createdAt,
  remark: "",
});

test.each([
  ["week", "2026-03-31T08:00:00Z", "2026-03-24T08:00:00.000Z"],
  ["month", "2026-03-31T08:00:00Z", "2026-02-28T08:00:00.000Z"],
  ["quarter", "2026-05-31T08:00:00Z", "2026-02-28T08:00:00.000Z"],
  ["month", "2026-01-15T08:00:00Z", "2025-12-15T08:00:00.000Z"],
  ["ever", "2026-03-31T08:00:00Z", "1970-01-01T00:00:00.000Z"],
] as const)("a %s before %s began at %s", (period, now, begin) => {
  expect(beginOf(period, new Date(now)).toISOString()).toBe(begin);
});

test("the order of the list survives its division into days", () => {
  const all = [
    activity(9, 2, 1, "2026-03-02T10:00:00Z"),
    activity(8, 2, 1, "2026-03-02T09:00:00Z"),
    activity(7, 2, 1, "2026-03-01T09:00:00Z"),
  ];

  expect(byDay(all, (iso) => iso.slice(0, 10))).toEqual([
    ["2026-03-02", [all[0], all[1]]],
    ["2026-03-01", [all[2]]],
  ]);
});
