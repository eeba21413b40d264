import { drawingOf } from "./pictures.ts";

/** What points can become: a dish of the menu, and its points (spec 001 §9). */
export const redemptions = [
  { dish: "thaiMilkTea", points: 500 },
  { dish: "kangkungFritters", points: 600 },
  { dish: "beefBalls", points: 700 },
  { dish: "saltedEggCoconut", points: 800 },
  { dish: "salmonSalad", points: 900 },
] as const;

/** The drawings of the dishes that rewards are named after (spec 001 §1 and §9). */
const drawings: Readonly<Record<string, string>> = {
  "Classic Thai Milk Tea with Bobas": "thai-milk-tea",
  "Kangkung Fritters": "kangkung-fritters",
  "Grill Beef Ball, 9 pcs": "beef-balls",
  "Salted Egg Fried Coconut": "salted-egg-coconut",
  "Thai Style Salmon Sashimi Salad": "salmon-salad",
  "Mega Thai Milk Tea": "mega-milk-tea",
};

/** Our own drawing of what a reward is, by its title; undefined when nobody has drawn it. */
export function rewardDrawing(title: string): string | undefined {
  const drawing = drawings[title];
  return drawing && drawingOf("dishes", drawing);
}
