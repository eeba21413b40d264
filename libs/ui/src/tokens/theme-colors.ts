import type { BrandKey } from "../theme/brands.ts";

/**
 * The page ground of each brand and scheme, for `<meta name="theme-color">`, which cannot read a custom property.
 * A test holds them equal to `--c-bg`.
 */
export const themeColors: Record<BrandKey, { light: string; dark: string }> = {
  "krua-bowl": { light: "#fffaf1", dark: "#14110d" },
  "thong-cha": { light: "#fff6ea", dark: "#170e08" },
};
