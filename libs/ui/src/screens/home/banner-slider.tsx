import type { SwiperOptions } from "swiper/types";

import type { BrandKey } from "../../brand/brand-key.ts";
import { bannersOf } from "../../content/banners.ts";
import { Scene } from "../../content/scene.tsx";
import { Slides } from "../../content/slides/slides.tsx";
import { bannerTexts } from "../../texts/banners.ts";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useIsDesktop } from "../../content/use-is-desktop.ts";

/** How the banners move (spec 000 §2, Home page). On small phones a resting finger must not stop them. */
function movement(): SwiperOptions {
  const isSmallMobile = matchMedia("(max-width: 639.98px)").matches;
  return {
    loop: true,
    slidesPerView: 1,
    slidesPerGroup: 1,
    autoplay: { delay: 5000, disableOnInteraction: false, pauseOnMouseEnter: !isSmallMobile },
    touchRatio: 1.5,
    touchAngle: 45,
    resistanceRatio: 0.85,
  };
}

/** The slider at the top of the home page. */
export function BannerSlider({ brand }: { brand: BrandKey }) {
  const t = useTexts(homeTexts);
  const say = useTexts(bannerTexts);
  const isDesktop = useIsDesktop();

  return (
    <Slides
      // Another brand is another row.
      key={brand}
      label={t("banners")}
      controls="over"
      slides={bannersOf(brand, isDesktop).map(({ scene }, position) => ({
        key: scene,
        content: <Scene name={scene} alt={say(scene)} isFirst={position === 0} />,
      }))}
      options={movement}
    />
  );
}
