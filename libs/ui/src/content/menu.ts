import { senOf } from "@loyalty/api-client/rules/points.ts";
import type { Content } from "@loyalty/api-client/wire.ts";

import type { BrandKey } from "../theme/brands.ts";
import { type ContentKind, type Translated, useContent } from "./content.ts";
import type { ContentPicture } from "./pictures.ts";
import snapshot from "./snapshot/menu.json";

/** The dishes of both brands, and which of them are on each menu. */
export const menuContent: ContentKind<"menu"> = {
  name: "menu",
  snapshot: snapshot as Content["menu"],
};

/** One dish or drink on a menu. */
export interface Dish {
  id: string;
  name: Translated;
  about?: Translated;
  picture: ContentPicture;
  priceSen: number;
  /** How hot it is: 0 not at all, 3 as in Bangkok. */
  heat: number;
  /** Shown first, on the home page and in the carousel. */
  isSignature: boolean;
}

export interface MenuSection {
  id: string;
  title: Translated;
  dishes: readonly Dish[];
}

type OnMenu = Omit<Dish, "isSignature">;

/** Every dish by its id. */
export const dishesOf = ({ dishes }: Content["menu"]): ReadonlyMap<string, OnMenu> =>
  new Map(
    dishes.map(({ price, ...dish }) => [dish.id, { ...dish, priceSen: senOf(price) } as const]),
  );

/** The menu of a brand. */
export function menuOf(menu: Content["menu"], brand: BrandKey): readonly MenuSection[] {
  const byId = dishesOf(menu);
  const sections = menu.menus.find((one) => one.brand === brand)?.sections ?? [];
  return sections.map(({ id, title, dishes }) => ({
    id,
    title,
    dishes: dishes.flatMap(({ dish, isSignature }) => {
      const found = byId.get(dish);
      return found ? [{ ...found, isSignature }] : [];
    }),
  }));
}

/** The menu of a brand as it is published. */
export const useMenu = (brand: BrandKey): readonly MenuSection[] =>
  menuOf(useContent(menuContent), brand);

/** What a brand is known for, in the order of its menu. */
export const signaturesOf = (menu: readonly MenuSection[]): readonly Dish[] =>
  menu.flatMap(({ dishes }) => dishes.filter((dish) => dish.isSignature));
