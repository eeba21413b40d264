import type { BrandKey } from "../brand/brand-key.ts";

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
