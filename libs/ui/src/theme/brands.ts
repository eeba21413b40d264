import group from "../../../../group.json" with { type: "json" };

export type BrandKey = keyof typeof group.brands;

/** The brands of the group; the first is the default. The keys are what local storage holds, spec 000 §3. */
export const brandKeys = Object.keys(group.brands) as BrandKey[];

export const DEFAULT_BRAND: BrandKey = brandKeys[0]!;

/** Whether a stored or typed value names a brand. */
export function isBrandKey(value: unknown): value is BrandKey {
  return brandKeys.some((key) => key === value);
}

/** One shape of a mark in SVG's attributes. */
interface Shape {
  shape: "circle" | "path" | "rect";
  fill: string;
  stroke?: string;
}

/** What differs between the brands, beside their other colours (`tokens/<key>.css`) and their sentences (`texts/`). */
export interface Brand {
  key: BrandKey;
  name: string;
  /** Empty for a brand without one. */
  thaiName: string;
  shortName: string;
  /** The page's ground in each scheme, for what cannot read a custom property; the member card and its words. */
  colours: { light: string; dark: string; card: string; onCard: string };
  /** Its drawn mark, within 64 by 64. */
  mark: Shape[];
}

const described = group.brands as Record<BrandKey, Omit<Brand, "key">>;

export const brands = Object.fromEntries(
  brandKeys.map((key) => [key, { ...described[key], key }]),
) as Record<BrandKey, Brand>;
