import type { SceneName } from "../public-pages/page-layout.tsx";
import type bannerTexts from "../texts/en/banners.json";
import type { BrandKey } from "../theme/brands.ts";

/** One picture of the home page's slider; what it shows is in the texts `banners`. */
export interface Banner {
  scene: SceneName & keyof typeof bannerTexts;
}

/** The first five stand on every screen; phones and tablets see the sixth as well (spec 000 §2). */
const banners: Record<BrandKey, readonly Banner[]> = {
  "krua-bowl": [
    { scene: "krua-tom-yum" },
    { scene: "krua-record" },
    { scene: "krua-table" },
    { scene: "krua-fresh" },
    { scene: "krua-sweet" },
    { scene: "krua-welcome" },
  ],
  "thong-cha": [
    { scene: "thong-milk-tea" },
    { scene: "thong-record" },
    { scene: "thong-row" },
    { scene: "thong-flower" },
    { scene: "thong-toast" },
    { scene: "thong-birthday" },
  ],
};

const WEB_BANNERS = 5;

/** The banners of a brand: five on the desktop, six on phones and tablets. */
export function bannersOf(brand: BrandKey, isDesktop: boolean): readonly Banner[] {
  return isDesktop ? banners[brand].slice(0, WEB_BANNERS) : banners[brand];
}
