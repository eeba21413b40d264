import { expect, test } from "vitest";

import { changesOf, formOf, newReward, type ProgrammeReward, RINGGIT_OFF } from "./reward-form.ts";

const voucher = {
  id: 7,
  kind: "points",
  type: 1,
  title: "RM 10 off",
  description: "<p>Off your bill.</p>",
  terms: "",
  image: null,
  sku: null,
  cost: 900,
  value: "12.00",
  discount: "10.00",
  min_spend: "0.00",
  tier: 0,
  limit: 2,
  stock: null,
  valid_days: 30,
  outlets: [],
  active: true,
  starts: null,
  ends: null,
  translations: {},
} as unknown as ProgrammeReward;

test("a reward that is opened and not touched changes nothing", () => {
  expect(changesOf(formOf(voucher), voucher)).toEqual({});
});

test("what a voucher is worth follows its ringgit off, where that changes", () => {
  const form = { ...formOf(voucher), discount: "15" };
  expect(changesOf(form, voucher)).toEqual({ value: "15.00", discount: "15.00" });
});

test("a limit that is out of sight is not sent: what is given has none", () => {
  const form = { ...newReward(), type: RINGGIT_OFF, discount: "5", limit: "3" };
  expect(changesOf({ ...form, kind: "birthday" }, null).limit).toBe(3);
  expect(changesOf({ ...form, kind: "welcome" }, null).limit).toBeNull();
});
