import { dishPicture } from "../public-pages/dish-card.tsx";
import type { BrandKey } from "../theme/brands.ts";
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

/** What members ask most, in the order of the membership page; question and answer are in the texts `faq`. */
export const faq = ["cost", "earn", "when", "redeem", "tiers", "voucher", "birthday"] as const;
