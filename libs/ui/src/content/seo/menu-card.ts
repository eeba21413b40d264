import { DEFAULT_BRAND, type BrandKey } from "../../brand/brand-key.ts";
import { brands } from "../../brand/brands.ts";
import { paths } from "../../routes/paths.ts";
import { dishTexts } from "../../texts/dishes.ts";
import { menuTexts } from "../../texts/menu.ts";
import { menus, type Dish } from "../menu.ts";
import type { JsonLd } from "./json-ld.ts";

function menuItem(dish: Dish): JsonLd {
  return {
    "@type": "MenuItem",
    name: dishTexts.say(`${dish.id}.name`),
    description: dishTexts.say(`${dish.id}.about`),
    suitableForDiet: "https://schema.org/HalalDiet",
    offers: { "@type": "Offer", price: (dish.priceSen / 100).toFixed(2), priceCurrency: "MYR" },
  };
}

/** A brand's menu, by default that of the prerendered pages, with its parts, dishes and prices. */
export function menuCard(origin: string, brand: BrandKey = DEFAULT_BRAND): JsonLd {
  return {
    "@type": "Menu",
    "@id": `${origin}${paths.menu}#${brand}`,
    name: `${brands[brand].name} ${menuTexts.say("title")}`,
    hasMenuSection: menus[brand].map(({ id, dishes }) => ({
      "@type": "MenuSection",
      name: menuTexts.say(`sections.${id}`),
      hasMenuItem: dishes.map(menuItem),
    })),
  };
}
