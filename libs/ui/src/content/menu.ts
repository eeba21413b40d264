import type dishTexts from "../texts/en/dishes.json";
import type menuTexts from "../texts/en/menu.json";
import type { BrandKey } from "../theme/brands.ts";

/** One dish or drink. Its name and description are in the texts `dishes`, its picture in `art/dishes`. */
export interface Dish {
  id: keyof typeof dishTexts;
  picture: string;
  priceSen: number;
  /** How hot it is: 0 not at all, 3 as in Bangkok. */
  heat: 0 | 1 | 2 | 3;
  /** Shown first, on the home page and in the carousel. */
  isSignature?: boolean;
}

export interface MenuSection {
  /** Its heading is in the texts `menu`. */
  id: keyof typeof menuTexts.sections;
  dishes: readonly Dish[];
}

function dish(id: Dish["id"], picture: string, priceSen: number, heat: Dish["heat"] = 0): Dish {
  return { id, picture, priceSen, heat };
}

function signature(...facts: Parameters<typeof dish>): Dish {
  return { ...dish(...facts), isSignature: true };
}

/** The two menus. The five prices that spec 001 §9 names are the specs'. */
export const menus: Record<BrandKey, readonly MenuSection[]> = {
  "krua-bowl": [
    {
      id: "noodles",
      dishes: [
        signature("beefNoodle", "beef-noodle", 1890, 1),
        dish("boatNoodle", "boat-noodle", 1690, 2),
        signature("padThai", "pad-thai", 1990, 1),
      ],
    },
    {
      id: "rice",
      dishes: [
        signature("basilRice", "basil-rice", 1690, 3),
        dish("pineappleRice", "pineapple-rice", 1890, 1),
      ],
    },
    {
      id: "curries",
      dishes: [
        signature("tomYum", "tom-yum", 2490, 3),
        signature("greenCurry", "green-curry", 2190, 2),
        dish("massaman", "massaman", 2490, 1),
      ],
    },
    {
      id: "sharing",
      dishes: [
        dish("kangkungFritters", "kangkung-fritters", 1390),
        dish("beefBalls", "beef-balls", 1690, 1),
        dish("saltedEggCoconut", "salted-egg-coconut", 1890),
        signature("salmonSalad", "salmon-salad", 2980, 2),
        dish("papayaSalad", "papaya-salad", 1490, 2),
      ],
    },
    {
      id: "sweets",
      dishes: [
        signature("mangoStickyRice", "mango-sticky-rice", 1590),
        dish("redRuby", "red-ruby", 990),
      ],
    },
    {
      id: "drinks",
      dishes: [
        signature("thaiMilkTea", "thai-milk-tea", 1190),
        dish("limeTea", "lime-tea", 990),
        dish("coconutShake", "coconut-shake", 1390),
      ],
    },
  ],
  "thong-cha": [
    {
      id: "milkTeas",
      dishes: [
        signature("thaiMilkTea", "thai-milk-tea", 1190),
        signature("megaMilkTea", "mega-milk-tea", 1690),
        signature("greenMilkTea", "green-milk-tea", 1290),
        dish("pinkMilk", "pink-milk", 1090),
      ],
    },
    {
      id: "fruitAndFlower",
      dishes: [
        signature("roseButterfly", "rose-butterfly", 1290),
        signature("limeTea", "lime-tea", 990),
        dish("mangoSmoothie", "mango-smoothie", 1390),
        dish("coconutShake", "coconut-shake", 1390),
      ],
    },
    {
      id: "coffeeAndCocoa",
      dishes: [signature("cocoa", "cocoa", 1290), dish("icedCoffee", "iced-coffee", 1090)],
    },
    {
      id: "bites",
      dishes: [
        signature("pandanToast", "pandan-toast", 990),
        dish("bananaRoti", "banana-roti", 1090),
        dish("mangoStickyRice", "mango-sticky-rice", 1590),
      ],
    },
  ],
};

/** What a brand is known for, in the order of its menu. */
export function signaturesOf(brand: BrandKey): readonly Dish[] {
  return menus[brand].flatMap(({ dishes }) => dishes.filter((dish) => dish.isSignature));
}
