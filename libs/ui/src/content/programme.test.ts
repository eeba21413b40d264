import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { rewardDrawing } from "./programme.ts";

const programme = readFileSync(
  join(import.meta.dirname, "../../../../apps/api/src/loyalty/features/rewards/programme.yaml"),
  "utf8",
);

test("every dish that points buy in a new programme is drawn", () => {
  const dishes = programme
    .split("\n  - {")
    .filter((one) => /kind: (points|birthday)/.test(one))
    .map((one) => /title: "?([^\n"]*?)"?,\n/.exec(one)![1]!);

  expect(dishes).toHaveLength(6);
  for (const dish of dishes) expect(rewardDrawing(dish), dish).toBeDefined();
});

test("a reward nobody has drawn has no drawing", () => {
  expect(rewardDrawing("RM 5 welcome voucher")).toBeUndefined();
});
