import Swiper from "swiper";
import { Autoplay } from "swiper/modules";
import type { SwiperOptions } from "swiper/types";

/** What moves a row of slides. It is a chunk of its own, fetched when the page has settled or a finger asks. */
export function startSwiper(viewport: HTMLElement, options: SwiperOptions): Swiper {
  return new Swiper(viewport, { modules: [Autoplay], ...options });
}
