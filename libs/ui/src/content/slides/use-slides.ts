import { startTransition, useEffect, useRef, useState, type RefObject } from "react";
import type Swiper from "swiper";
import type { SwiperOptions } from "swiper/types";

import { wantsStillness } from "../wants-stillness.ts";
import { whenSeen } from "./when-seen.ts";
import { whenSettled } from "./when-settled.ts";

export interface SlidesControl {
  /** Which row this is: another number is a row drawn anew. */
  row: number;
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
 * @param count of the slides
 * @param options Swiper's own, decided when it starts, since some depend on the width of the screen
 */
export function useSlides(
  viewport: RefObject<HTMLElement | null>,
  count: number,
  options: () => SwiperOptions,
): SlidesControl {
  const starting = useRef<Promise<Swiper | null>>(null);
  const [row, setRow] = useState(0);
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [canPlay, setCanPlay] = useState(false);
  const latestOptions = useRef(options);
  const lastCount = useRef(count);

  function begin(): Promise<Swiper | null> {
    // Meanwhile the row may have gone, or another one begun.
    const isWanted = () => viewport.current !== null && starting.current === mine;
    const mine = import("./start-swiper.ts").then(({ startSwiper }) => {
      if (!viewport.current || !isWanted()) return null;
      const still = wantsStillness();
      const chosen = latestOptions.current();
      const own: SwiperOptions = {
        ...chosen,
        speed: still ? 0 : 420,
        autoplay: still ? false : chosen.autoplay,
        on: {
          realIndexChange: (swiper) => setIndex(swiper.realIndex),
          autoplayStart: () => setPlaying(true),
          autoplayStop: () => setPlaying(false),
        },
      };
      return startSwiper(viewport.current, own, isWanted);
    });
    return mine;
  }

  function start(): Promise<Swiper | null> {
    starting.current ??= begin();
    return starting.current;
  }

  useEffect(() => {
    setIndex(0);
    startTransition(() => setCanPlay(!wantsStillness()));
    let lookAway = () => {};
    const cancel = whenSettled(() => {
      if (viewport.current) lookAway = whenSeen(viewport.current, () => void start());
    });
    return () => {
      cancel();
      lookAway();
      void starting.current?.then((swiper) => swiper?.destroy(true, false));
      starting.current = null;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a row: the options are read when it starts
  }, [row]);

  // The mover puts slides into an order of its own, so it needs a new row where one comes or goes. Slides that stand
  // still stay as they are, with their pictures: a wide screen learns only from the scripts how wide it is.
  useEffect(() => {
    if (starting.current && lastCount.current !== count) setRow((last) => last + 1);
    lastCount.current = count;
  }, [count]);

  async function withSwiper(move: (swiper: Swiper) => void) {
    const swiper = await start();
    if (swiper) move(swiper);
  }

  return {
    row,
    index,
    isPlaying,
    canPlay,
    previous: () => void withSwiper((swiper) => swiper.slidePrev()),
    next: () => void withSwiper((swiper) => swiper.slideNext()),
    goTo: (target) => void withSwiper((swiper) => swiper.slideToLoop(target)),
    togglePlaying: () =>
      void withSwiper(({ autoplay }) => (isPlaying ? autoplay.stop() : autoplay.start())),
  };
}
