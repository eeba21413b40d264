import { Button } from "@loyalty/ui/button";
import { prefersReducedMotion } from "@loyalty/ui/media-queries";
import { Cluster } from "@loyalty/ui/layout";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Swiper, SwiperOptions } from "swiper/types";

import styles from "./slides.module.css";
import { slidesTexts } from "./texts.ts";

export interface SlidesProps {
  /** What the row shows, for screen readers. */
  label: string;
  slides: { key: string; content: ReactNode }[];
  /**
   * `banners`: one at a time, with the arrows and dots over their lower edge. Otherwise as many side by side as the
   * width allows, `few` up to 3, `several` up to 4.
   */
  kind: "banners" | "few" | "several";
  /** How long each slide stays, in ms. */
  delayMs: number;
}

/** A row of slides with arrows, dots and a pause button. Without scripts the user scrolls it. */
export function Slides({ label, slides, kind, delayMs }: SlidesProps) {
  const { t } = useTranslation(slidesTexts);
  const viewport = useRef<HTMLDivElement>(null);
  const swiper = useRef<Promise<Swiper | null>>(null);
  /** The slide in front, from 0. */
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  /** Whether the slides may move by themselves: not for readers who asked for less motion. */
  const [canPlay, setCanPlay] = useState(false);
  const total = slides.length;

  useEffect(() => {
    const isStill = prefersReducedMotion();
    const { autoplay, ...movement } = movementOf(kind, delayMs);
    let isShown = true;
    setIndex(0);
    setCanPlay(!isStill);
    // After hydration: the row can be scrolled without it, and it is a tenth of the page's scripts.
    const made = import("./swiper.ts").then(
      ({ createSwiper }) =>
        isShown
          ? createSwiper(viewport.current!, {
              wrapperClass: styles.track ?? "",
              slideClass: styles.slide ?? "",
              ...movement,
              speed: isStill ? 0 : 420,
              autoplay: isStill ? false : autoplay,
              on: {
                realIndexChange: ({ realIndex }) => setIndex(realIndex),
                autoplayStart: () => setPlaying(true),
                autoplayStop: () => setPlaying(false),
              },
            })
          : null,
      () => null,
    );
    swiper.current = made;
    return () => {
      isShown = false;
      void made.then((row) => row?.destroy(true, false));
    };
  }, [total, kind, delayMs]);

  /** Now, or as soon as the row can move. */
  const move = (act: (row: Swiper) => void) =>
    void swiper.current?.then((row) => row !== null && act(row));

  const togglePlaying = () =>
    move(({ autoplay }) => (isPlaying ? autoplay.stop() : autoplay.start()));

  return (
    <div
      role="group"
      className={`${styles.slides} ${styles[kind]}`}
      aria-roledescription={t("carousel")}
      aria-label={label}
    >
      <div className={styles.viewport} ref={viewport}>
        <div
          // Swiper puts the slides into an order of its own, so it needs a new row where one comes or goes.
          key={total}
          className={styles.track}
          aria-live={isPlaying ? "off" : "polite"}
        >
          {slides.map(({ key, content }, position) => (
            <div
              key={key}
              className={styles.slide}
              role="group"
              aria-roledescription={t("slide")}
              aria-label={t("position", { number: position + 1, total })}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.controls}>
        <Button
          variant="icon"
          aria-label={t("previous")}
          onClick={() => move((row) => row.slidePrev())}
        >
          <ChevronLeft aria-hidden="true" size={20} />
        </Button>
        <Cluster justify="center">
          {slides.map(({ key }, position) => (
            <button
              key={key}
              type="button"
              onClick={() => move((row) => row.slideToLoop(position))}
              aria-label={t("jump", { number: position + 1, total })}
              aria-current={position === index ? "true" : undefined}
            />
          ))}
        </Cluster>
        {canPlay && (
          <Button
            variant="icon"
            aria-label={isPlaying ? t("pause") : t("play")}
            onClick={togglePlaying}
          >
            {isPlaying ? (
              <Pause aria-hidden="true" size={18} />
            ) : (
              <Play aria-hidden="true" size={18} />
            )}
          </Button>
        )}
        <Button
          variant="icon"
          aria-label={t("next")}
          onClick={() => move((row) => row.slideNext())}
        >
          <ChevronRight aria-hidden="true" size={20} />
        </Button>
      </div>
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
};

/** How a row goes on by one slide every so often, round and round, and waits for a resting mouse. */
export function movementOf(kind: SlidesProps["kind"], delayMs: number): SwiperOptions {
  // On small phones a resting finger must not stop the banners (spec 000 §2, Home page).
  const pauseOnMouseEnter = kind !== "banners" || !matchMedia("(max-width: 639.98px)").matches;
  const autoplay = { delay: delayMs, disableOnInteraction: false, pauseOnMouseEnter };
  const row = { loop: true, slidesPerView: 1, autoplay };
  if (kind === "banners") return { ...row, touchRatio: 1.5, touchAngle: 45, resistanceRatio: 0.85 };
  return { ...row, spaceBetween: 16, breakpoints: WIDTHS[kind] };
}
