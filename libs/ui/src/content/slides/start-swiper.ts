import Swiper from "swiper";
import { Autoplay } from "swiper/modules";
import type { SwiperOptions } from "swiper/types";

/**
 * Makes what moves a row of slides, and starts it in a task of its own: together they keep a slow telephone from
 * hearing a finger. It is a chunk of its own, fetched when the page has settled or a finger asks.
 *
 * @param isWanted asked between the two; the row may have gone meanwhile
 * @returns null when it was not wanted any more
 */
export async function startSwiper(
  viewport: HTMLElement,
  options: SwiperOptions,
  isWanted: () => boolean,
): Promise<Swiper | null> {
  const swiper = new Swiper(viewport, { modules: [Autoplay], ...options, init: false });
  await new Promise((next) => setTimeout(next));
  if (!isWanted()) return null;
  swiper.init();
  return swiper;
}
