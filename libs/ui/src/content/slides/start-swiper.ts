import Swiper from "swiper";
import { Autoplay } from "swiper/modules";
import type { SwiperOptions } from "swiper/types";

/**
 * Makes what moves a row of slides, and starts it in a task of its own: together they keep a slow telephone from
 * hearing a finger. It is a chunk of its own, fetched when the page has settled or a finger asks.
 */
export async function startSwiper(viewport: HTMLElement, options: SwiperOptions): Promise<Swiper> {
  const swiper = new Swiper(viewport, { modules: [Autoplay], ...options, init: false });
  await new Promise((next) => setTimeout(next));
  swiper.init();
  return swiper;
}
