import Swiper from "swiper";
import { Autoplay } from "swiper/modules";
import type { SwiperOptions } from "swiper/types";

/** Makes the children of an element a row that moves. */
export const createSwiper = (element: HTMLElement, options: SwiperOptions): Swiper =>
  new Swiper(element, { modules: [Autoplay], ...options });
