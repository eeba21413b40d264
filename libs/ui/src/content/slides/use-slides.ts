import { useEffect, useRef, useState, type RefObject } from "react";
import type Swiper from "swiper";
import type { SwiperOptions } from "swiper/types";

import { wantsStillness } from "../wants-stillness.ts";
import { whenSettled } from "./when-settled.ts";

export interface SlidesControl {
  /** The slide in front, from 0. */
  index: number;
  isPlaying: boolean;
  /** Whether the slides may move by themselves at all: not for readers who asked for less motion. */
  canPlay: boolean;
  previous: () => void;
  next: () => void;
  goTo: (index: number) => void;
  togglePlaying: () => void;
}

/**
 * Moves the slides inside `viewport`. Until the mover has arrived the first ones are simply there, as plain markup.
 *
 * @param options Swiper's own, decided when it starts, since some depend on the width of the screen
 */
export function useSlides(
  viewport: RefObject<HTMLElement | null>,
  options: () => SwiperOptions,
): SlidesControl {
  const starting = useRef<Promise<Swiper | null>>(null);
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [canPlay, setCanPlay] = useState(false);
  const latestOptions = useRef(options);

  function start(): Promise<Swiper | null> {
    starting.current ??= import("./start-swiper.ts").then(({ startSwiper }) => {
      if (!viewport.current) return null;
      const still = wantsStillness();
      const chosen = latestOptions.current();
      return startSwiper(viewport.current, {
        ...chosen,
        speed: still ? 0 : 420,
        autoplay: still ? false : chosen.autoplay,
        on: {
          realIndexChange: (swiper) => setIndex(swiper.realIndex),
          autoplayStart: () => setPlaying(true),
          autoplayStop: () => setPlaying(false),
        },
      });
    });
    return starting.current;
  }

  useEffect(() => {
    setCanPlay(!wantsStillness());
    const cancel = whenSettled(() => void start());
    return () => {
      cancel();
      void starting.current?.then((swiper) => swiper?.destroy(true, false));
      starting.current = null;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: the options are read when it starts
  }, []);

  async function withSwiper(move: (swiper: Swiper) => void) {
    const swiper = await start();
    if (swiper) move(swiper);
  }

  return {
    index,
    isPlaying,
    canPlay,
    previous: () => void withSwiper((swiper) => swiper.slidePrev()),
    next: () => void withSwiper((swiper) => swiper.slideNext()),
    goTo: (target) => void withSwiper((swiper) => swiper.slideToLoop(target)),
    togglePlaying: () =>
      void withSwiper(({ autoplay }) => (autoplay.running ? autoplay.stop() : autoplay.start())),
  };
}
