import rewards from "@loyalty/api-client/cases/programme.json";
import { expect, test } from "vitest";

import { rewardDrawing } from "./programme.ts";

test("every dish that points buy in a new programme is drawn", () => {
  const dishes = rewards
    .filter(({ kind }) => kind === "points" || kind === "birthday")
    .map(({ title }) => title);

  expect(dishes).toHaveLength(6);
  for (const dish of dishes) expect(rewardDrawing(dish), dish).toBeDefined();
});

test("a reward nobody has drawn has no drawing", () => {
  expect(rewardDrawing("RM 5 welcome voucher")).toBeUndefined();
});
