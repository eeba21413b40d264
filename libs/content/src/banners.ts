import type { Content } from "@loyalty/api-client/wire";
import type { BrandKey } from "@loyalty/ui/brands";

import { contentKind } from "./content.ts";
import snapshot from "./snapshot/banners.json";

/** The pictures of the home page's slider, and what each shows. */
export const bannersContent = contentKind("banners", snapshot);

export type Banner = Content["banners"]["banners"][number];

/** The first five are on every screen; phones and tablets see the others as well (spec 000 §2). */
const WEB_BANNERS = 5;

/** The banners of a brand: five on the desktop, six on phones and tablets. */
export function bannersOf(
  { banners }: Content["banners"],
  brand: BrandKey,
  isDesktop: boolean,
): readonly Banner[] {
  const own = banners.filter((banner) => banner.brand === brand);
  return isDesktop ? own.slice(0, WEB_BANNERS) : own;
}
