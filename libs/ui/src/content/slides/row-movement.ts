import type { SwiperOptions } from "swiper/types";

/** How many slides stand side by side from which width on, in px; the style sheet of the slides says the same. */
const WIDTHS = {
  few: { 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } },
  /** One on a small phone, two on a tablet, four on a desktop, otherwise three (spec 001 §2, Menu). */
  several: {
    640: { slidesPerView: 3 },
    768: { slidesPerView: 2 },
    1024: { slidesPerView: 4 },
  },
} as const satisfies Record<string, SwiperOptions["breakpoints"]>;

/**
 * A row that goes on by one slide every so often, round and round, and waits for a resting mouse.
 *
 * @param delayMs how long each slide stays, in ms
 */
export function rowMovement(perView: keyof typeof WIDTHS, delayMs: number): SwiperOptions {
  return {
    loop: true,
    slidesPerView: 1,
    spaceBetween: 16,
    breakpoints: WIDTHS[perView],
    autoplay: { delay: delayMs, disableOnInteraction: false, pauseOnMouseEnter: true },
  };
}
