import type { Activity } from "@loyalty/api-client";
import { expect, test } from "vitest";

import { beginOf, byDay, filtered } from "./activity-filter.ts";

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

test("adjustments are found on the side of their sign, and a registration without points on neither", () => {
  const at = "2026-03-01T00:00:00Z";
  const all = [
    activity(1, 1, 0, at),
    activity(2, 2, 45, at),
    activity(3, 3, 80, at),
    activity(4, 4, 50, at),
    activity(5, 5, 25, at),
  ];
  const ids = (kind: "all" | "earned" | "redeemed") =>
    filtered(all, kind, new Date(0)).map(({ id }) => id);

  expect(ids("all")).toEqual([1, 2, 3, 4, 5]);
  expect(ids("earned")).toEqual([2, 4]);
  expect(ids("redeemed")).toEqual([3, 5]);
});

test("what happened before the period is left out", () => {
  const all = [
    activity(1, 2, 1, "2026-03-02T00:00:00Z"),
    activity(2, 2, 1, "2026-02-28T23:59:59Z"),
  ];

  expect(filtered(all, "all", new Date("2026-03-01T00:00:00Z"))).toHaveLength(1);
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
