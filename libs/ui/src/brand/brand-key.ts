/** The brands of the group; the first is the default. The keys are what local storage holds, spec 000 §3. */
export const brandKeys = ["krua-bowl", "thong-cha"] as const;

export type BrandKey = (typeof brandKeys)[number];

export const DEFAULT_BRAND: BrandKey = brandKeys[0];

/** Whether a stored or typed value names a brand. */
export function isBrandKey(value: unknown): value is BrandKey {
  return brandKeys.some((key) => key === value);
}
