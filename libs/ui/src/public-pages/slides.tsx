import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import Swiper from "swiper";
import { Autoplay } from "swiper/modules";
import type { SwiperOptions } from "swiper/types";

import { useTexts } from "../i18n/i18n.ts";
import { slidesTexts } from "../texts/slides.ts";
import { prefersReducedMotion } from "../theme/media-queries.ts";
import styles from "./slides.module.css";

interface SlidesProps {
  /** What the row shows, for screen readers. */
  label: string;
  slides: { key: string; content: ReactNode }[];
  /** How many are side by side: one, or as many as the width allows (`few` up to 3, `several` up to 4). */
  perView?: "one" | "few" | "several";
  /** Where arrows and dots are: under the slides, or over their lower edge. */
  controls?: "under" | "over";
  /** Swiper's own options; called in the browser, since some depend on the width of the screen. */
  options: () => SwiperOptions;
}

/** A row of slides with arrows, dots and a pause button. Without scripts the reader scrolls it. */
export function Slides({
  label,
  slides,
  perView = "one",
  controls = "under",
  options,
}: SlidesProps) {
  const t = useTexts(slidesTexts);
  const viewport = useRef<HTMLDivElement>(null);
  const swiper = useSwiper(viewport, slides.length, options);

  return (
    <div
      role="group"
      className={`${styles.slides} ${styles[perView]} ${styles[controls]}`}
      aria-roledescription={t("carousel")}
      aria-label={label}
    >
      <div className={styles.viewport} ref={viewport}>
        <div
          // Swiper puts the slides into an order of its own, so it needs a new row where one comes or goes.
          key={slides.length}
          className={styles.track}
          aria-live={swiper.isPlaying ? "off" : "polite"}
        >
          {slides.map(({ key, content }, position) => (
            <div
              key={key}
              className={styles.slide}
              role="group"
              aria-roledescription={t("slide")}
              aria-label={t("position", { number: position + 1, total: slides.length })}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      <Controls swiper={swiper} names={slides.map(({ key }) => key)} />
    </div>
  );
}

type SwiperControl = ReturnType<typeof useSwiper>;

/** Starts Swiper on the slides inside `viewport`, anew when their number changes. */
function useSwiper(
  viewport: RefObject<HTMLElement | null>,
  count: number,
  options: () => SwiperOptions,
) {
  const swiper = useRef<Swiper>(null);
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [canPlay, setCanPlay] = useState(false);

  useEffect(() => {
    if (!viewport.current) return;
    const isStill = prefersReducedMotion();
    const { autoplay, ...chosen } = options();
    setIndex(0);
    setCanPlay(!isStill);
    const made = new Swiper(viewport.current, {
      modules: [Autoplay],
      wrapperClass: styles.track ?? "",
      slideClass: styles.slide ?? "",
      ...chosen,
      speed: isStill ? 0 : 420,
      autoplay: isStill ? false : autoplay,
      on: {
        realIndexChange: ({ realIndex }) => setIndex(realIndex),
        autoplayStart: () => setPlaying(true),
        autoplayStop: () => setPlaying(false),
      },
    });
    swiper.current = made;
    return () => {
      swiper.current = null;
      made.destroy(true, false);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the options are read when it starts
  }, [count]);

  return {
    /** The slide in front, from 0. */
    index,
    isPlaying,
    /** Whether the slides may move by themselves: not for readers who asked for less motion. */
    canPlay,
    previous: () => swiper.current?.slidePrev(),
    next: () => swiper.current?.slideNext(),
    goTo: (target: number) => swiper.current?.slideToLoop(target),
    togglePlaying: () =>
      isPlaying ? swiper.current?.autoplay.stop() : swiper.current?.autoplay.start(),
  };
}

function Controls({ swiper, names }: { swiper: SwiperControl; names: string[] }) {
  const t = useTexts(slidesTexts);
  const { index, isPlaying, canPlay } = swiper;

  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.arrow}
        onClick={swiper.previous}
        aria-label={t("previous")}
      >
        <ChevronLeft aria-hidden="true" size={20} />
      </button>
      <div className={styles.dots}>
        {names.map((name, position) => (
          <button
            key={name}
            type="button"
            className={styles.dot}
            onClick={() => swiper.goTo(position)}
            aria-label={t("jump", { number: position + 1, total: names.length })}
            aria-current={position === index ? "true" : undefined}
          />
        ))}
      </div>
      <button
        type="button"
        className={styles.arrow}
        onClick={swiper.togglePlaying}
        hidden={!canPlay}
        aria-label={isPlaying ? t("pause") : t("play")}
      >
        {isPlaying ? <Pause aria-hidden="true" size={18} /> : <Play aria-hidden="true" size={18} />}
      </button>
      <button type="button" className={styles.arrow} onClick={swiper.next} aria-label={t("next")}>
        <ChevronRight aria-hidden="true" size={20} />
      </button>
    </div>
  );
}

/** How many slides are side by side from which width on, in px; slides.module.css says the same. */
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
