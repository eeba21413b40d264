import { dishPicture } from "../public-pages/dish-card.tsx";
import type { BrandKey } from "../theme/brands.ts";

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
  return drawing && dishPicture(drawing);
}

const files = import.meta.glob<string>("../art/steps/*.webp", {
  eager: true,
  query: "?no-inline",
  import: "default",
});

/** The steps of joining, in order (spec 001 §2, Membership page). */
export const joinSteps = ["details", "code", "card"] as const;
export type JoinStep = (typeof joinSteps)[number];

/** The size of the pictures' files, in px. */
export const STEP_PICTURE = { width: 780, height: 1560 };

/**
 * The address of the picture of a step: the real app, taken by `e2e/pictures`.
 *
 * @param size the whole one, to be enlarged, or a smaller one in half the bytes
 */
export function stepPicture(
  brand: BrandKey,
  step: JoinStep,
  size: "whole" | "small",
): string | undefined {
  return files[`../art/steps/${brand}-${step}${size === "small" ? "-small" : ""}.webp`];
}
