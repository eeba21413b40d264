import type { Dish } from "./menu.ts";

/** What points can become: a dish, its points and what it costs otherwise (spec 001 §9). */
export interface Redemption {
  dish: Dish["id"];
  picture: string;
  points: number;
  priceSen: number;
}

export const redemptions: readonly Redemption[] = [
  { dish: "thaiMilkTea", picture: "thai-milk-tea", points: 500, priceSen: 1190 },
  { dish: "kangkungFritters", picture: "kangkung-fritters", points: 600, priceSen: 1390 },
  { dish: "beefBalls", picture: "beef-balls", points: 700, priceSen: 1690 },
  { dish: "saltedEggCoconut", picture: "salted-egg-coconut", points: 800, priceSen: 1890 },
  { dish: "salmonSalad", picture: "salmon-salad", points: 900, priceSen: 2980 },
];
