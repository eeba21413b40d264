import { expect, test } from "vitest";

import { isAmount, newPrices, type PriceChange } from "./bulk-prices.ts";

const costs = (price: string, change: PriceChange) =>
  newPrices([{ id: "padThai", name: { en: "Pad Thai" }, price }], change).map(
    ({ becomes }) => becomes,
  );

test.each([
  ["18.90", "ringgit", "0.50", 1940],
  ["18.90", "ringgit", "-0.95", 1800],
  ["18.94", "ringgit", "0.10", 1900],
  ["18.95", "ringgit", "0.10", 1910],
  ["18.90", "percent", "5", 1980],
  ["10.00", "percent", "5.4", 1050],
  ["10.00", "percent", "5.5", 1060],
  ["10.00", "percent", "-10", 900],
  ["1,000.00", "percent", "0.01", 100_010],
] as const)("RM %s by %s %s: %d sen", (price, by, amount, sen) => {
  expect(costs(price, { by, amount })).toEqual([sen]);
});

test("a dish without a price has no new one", () => {
  expect(costs("", { by: "percent", amount: "5" })).toEqual([]);
});

test.each([
  ["0.01", true],
  ["-5", true],
  ["+5", true],
  ["0", false],
  ["0.001", false],
  ["5,5", false],
  ["", false],
])("%j can be typed: %s", (typed, isRight) => {
  expect(isAmount(typed)).toBe(isRight);
});
