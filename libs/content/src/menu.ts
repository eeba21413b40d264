import { senOf } from "@loyalty/api-client/rules/points";
import type { Content } from "@loyalty/api-client/wire";
import type { BrandKey } from "@loyalty/ui/brands";

import { contentKind, useContent } from "./content.ts";
import snapshot from "./snapshot/menu.json";

export const menuContent = contentKind("menu", snapshot);

/** Every dish by its id; `heat` is 0 for not hot at all, 3 for as in Bangkok. */
export const dishesOf = ({ dishes }: Content["menu"]) =>
  new Map(
    dishes.map(({ price, ...dish }) => [dish.id, { ...dish, priceSen: senOf(price) }] as const),
  );

/** The menu of a brand. A signature is shown first, on the home page and in the carousel. */
export function menuOf(menu: Content["menu"], brand: BrandKey) {
  const byId = dishesOf(menu);
  const sections = menu.menus.find((one) => one.brand === brand)?.sections ?? [];
  return sections.map(({ dishes, ...section }) => ({
    ...section,
    dishes: dishes.flatMap(({ dish, isSignature }) => {
      const found = byId.get(dish);
      return found ? [{ ...found, isSignature }] : [];
    }),
  }));
}

export type MenuSection = ReturnType<typeof menuOf>[number];
export type Dish = MenuSection["dishes"][number];

export const useMenu = (brand: BrandKey) => menuOf(useContent(menuContent), brand);

export const signaturesOf = (menu: readonly MenuSection[]) =>
  menu.flatMap(({ dishes }) => dishes.filter((dish) => dish.isSignature));
