import { BILL_STATUS, type Bill } from "@loyalty/api-client";
import { createFakeApi } from "@loyalty/api-client/testing";
import { expect, test } from "vitest";

import { arrivedPoints } from "./use-arriving-points.ts";

const [sample] = createFakeApi().world.bills[1]!;
const bill = (id: number, status: keyof typeof BILL_STATUS, points: number): Bill => ({
  ...sample!,
  id,
  statusId: BILL_STATUS[status],
  points,
});

test.each<[string, Bill[], Bill[], number]>([
  ["nothing new", [bill(1, "verified", 40)], [bill(1, "verified", 40)], 0],
  ["a bill that waits", [], [bill(2, "pending", 30)], 0],
  ["a bill that is counted now", [bill(2, "pending", 30)], [bill(2, "verified", 30)], 30],
  [
    "a bill counted at once",
    [bill(1, "verified", 40)],
    [bill(2, "verified", 30), bill(1, "verified", 40)],
    30,
  ],
  ["a bill that is taken back", [bill(1, "verified", 40)], [bill(1, "takenBack", 40)], 0],
])("%s", (_, before, now, points) => {
  expect(arrivedPoints(before, now)).toBe(points);
});
