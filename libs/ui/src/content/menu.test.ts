import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { dishPicture } from "../public-pages/dish-card.tsx";
import { scenePicture } from "../public-pages/page-layout.tsx";
import dishTexts from "../texts/en/dishes.json";
import { brandKeys } from "../theme/brands.ts";
import { bannersOf } from "./banners.ts";
import { menus, signaturesOf } from "./menu.ts";
import { redemptions } from "./programme.ts";

test("every dish on both menus is drawn", () => {
  for (const brand of brandKeys) {
    for (const { picture } of menus[brand].flatMap(({ dishes }) => dishes)) {
      expect(dishPicture(picture), picture).toBeDefined();
    }
  }
});

/** Title and value in sen of each reward that the programme begins with. */
const rewardValues = [
  ...readFileSync("../../apps/api/src/loyalty/features/rewards/programme.yaml", "utf8").matchAll(
    /value: "([0-9.]+)"[^}]*?title: "?([^"\n]+?)"?,\n/g,
  ),
].map(([, value, title]) => [title!, Math.round(Number(value) * 100)] as const);

test("a dish that is a reward is worth what the menu asks for it", () => {
  const dishes = brandKeys.flatMap((brand) => menus[brand].flatMap((section) => section.dishes));
  const priceOf = new Map(dishes.map(({ id, priceSen }) => [dishTexts[id].name, priceSen]));
  const both = rewardValues.filter(([title]) => priceOf.has(title));
  expect(both.length).toBeGreaterThanOrEqual(6);
  for (const [title, value] of both) expect(priceOf.get(title), title).toBe(value);
});

test("each brand has six banners, five of them on the desktop, all drawn", () => {
  for (const brand of brandKeys) {
    expect(bannersOf(brand, true)).toHaveLength(5);
    expect(bannersOf(brand, false)).toHaveLength(6);
    for (const { scene } of bannersOf(brand, false)) expect(scenePicture(scene)).toBeDefined();
  }
});

test("each brand has enough signatures to fill a row of four and move on", () => {
  for (const brand of brandKeys) expect(signaturesOf(brand).length).toBeGreaterThan(4);
});

test("what points become costs on the menu what the membership page says", () => {
  const onMenu = menus["krua-bowl"].flatMap(({ dishes }) => dishes);
  for (const { dish, priceSen, picture } of redemptions) {
    expect(onMenu).toContainEqual(expect.objectContaining({ id: dish, priceSen, picture }));
  }
});
