import { brandKeys } from "@loyalty/ui/brands";
import rewards from "@loyalty/api-client/cases/programme.json";
import { expect, test } from "vitest";

import { bannersContent, bannersOf } from "./banners.ts";
import { dishesOf, menuContent, menuOf, signaturesOf } from "./menu.ts";
import { drawingOf } from "./pictures.ts";
import { redemptions } from "./programme.ts";

const menus = {
  "krua-bowl": menuOf(menuContent.snapshot, "krua-bowl"),
  "thong-cha": menuOf(menuContent.snapshot, "thong-cha"),
};

test("every dish on both menus is drawn", () => {
  for (const brand of brandKeys) {
    for (const { picture } of menus[brand].flatMap(({ dishes }) => dishes)) {
      expect(drawingOf("dishes", picture.drawing!), picture.drawing).toBeDefined();
    }
  }
});

const rewardValues = rewards.map(({ title, valueSen }) => [title, valueSen] as const);

test("a dish that is a reward is worth what the menu asks for it", () => {
  const dishes = brandKeys.flatMap((brand) => menus[brand].flatMap((section) => section.dishes));
  const priceOf = new Map(dishes.map(({ name, priceSen }) => [name.en, priceSen]));
  const both = rewardValues.filter(([title]) => priceOf.has(title));
  expect(both.length).toBeGreaterThanOrEqual(6);
  for (const [title, value] of both) expect(priceOf.get(title), title).toBe(value);
});

test("each brand has six banners, five of them on the desktop, all drawn", () => {
  for (const brand of brandKeys) {
    const banners = (isDesktop: boolean) => bannersOf(bannersContent.snapshot, brand, isDesktop);
    expect(banners(true)).toHaveLength(5);
    expect(banners(false)).toHaveLength(6);
    for (const { picture } of banners(false)) {
      expect(drawingOf("scenes", picture.drawing!)).toBeDefined();
    }
  }
});

test("each brand has enough signatures to fill a row of four and move on", () => {
  for (const brand of brandKeys) expect(signaturesOf(menus[brand]).length).toBeGreaterThan(4);
});

test("what points become costs on the menu what the specification says (spec 001 §9)", () => {
  const dishes = dishesOf(menuContent.snapshot);
  expect(redemptions.map(({ dish, points }) => [points, dishes.get(dish)?.priceSen])).toEqual([
    [500, 1190],
    [600, 1390],
    [700, 1690],
    [800, 1890],
    [900, 2980],
  ]);
});
