/** The brands of the group; the first is the default. The keys are what local storage holds, spec 000 §3. */
export const brandKeys = ["krua-bowl", "thong-cha"] as const;

export type BrandKey = (typeof brandKeys)[number];

export const DEFAULT_BRAND: BrandKey = brandKeys[0];

/** Whether a stored or typed value names a brand. */
export function isBrandKey(value: unknown): value is BrandKey {
  return brandKeys.some((key) => key === value);
}

/** What differs between the brands, beside their colours (`tokens/<key>.css`) and their sentences (`texts/`). */
export interface Brand {
  key: BrandKey;
  name: string;
  thaiName: string;
  shortName: string;
}

/** The two brands as data: another group puts its own here. */
export const brands: Record<BrandKey, Brand> = {
  "krua-bowl": {
    key: "krua-bowl",
    name: "Krua Bowl",
    thaiName: "ครัวโบล์",
    shortName: "Krua",
  },
  "thong-cha": {
    key: "thong-cha",
    name: "Thong Cha",
    thaiName: "ทองชา",
    shortName: "Cha",
  },
};
