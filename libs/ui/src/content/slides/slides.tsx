import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useRef, type ReactNode } from "react";
import type { SwiperOptions } from "swiper/types";

import { slidesTexts } from "../../texts/slides.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./slides.module.css";
import { useSlides, type SlidesControl } from "./use-slides.ts";

interface SlidesProps {
  /** What the row shows, for screen readers. */
  label: string;
  slides: { key: string; content: ReactNode }[];
  /** How many stand side by side: one, or as many as the width allows (`few` up to 3, `several` up to 4). */
  perView?: "one" | "few" | "several";
  /** Where arrows and dots stand: under the slides, or over their foot. */
  controls?: "under" | "over";
  /** How they move; asked for when the mover has arrived. */
  options: () => SwiperOptions;
}

/** A row of slides with arrows, dots and a pause button. Without scripts the first ones stand still. */
export function Slides({
  label,
  slides,
  perView = "one",
  controls = "under",
  options,
}: SlidesProps) {
  const t = useTexts(slidesTexts);
  const viewport = useRef<HTMLDivElement>(null);
  const control = useSlides(viewport, slides.length, () => ({
    wrapperClass: styles.track ?? "",
    slideClass: styles.slide ?? "",
    ...options(),
  }));

  return (
    <div
      role="group"
      className={`${styles.slides} ${styles[perView]} ${styles[controls]}`}
      aria-roledescription={t("carousel")}
      aria-label={label}
    >
      <div className={styles.viewport} ref={viewport}>
        <div
          key={control.row}
          className={styles.track}
          aria-live={control.isPlaying ? "off" : "polite"}
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
      <Controls control={control} names={slides.map(({ key }) => key)} />
    </div>
  );
}

function Controls({ control, names }: { control: SlidesControl; names: string[] }) {
  const t = useTexts(slidesTexts);
  const { index, isPlaying, canPlay } = control;

  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.arrow}
        onClick={control.previous}
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
            onClick={() => control.goTo(position)}
            aria-label={t("jump", { number: position + 1, total: names.length })}
            aria-current={position === index ? "true" : undefined}
          />
        ))}
      </div>
      <button
        type="button"
        className={styles.arrow}
        onClick={control.togglePlaying}
        hidden={!canPlay}
        aria-label={isPlaying ? t("pause") : t("play")}
      >
        {isPlaying ? <Pause aria-hidden="true" size={18} /> : <Play aria-hidden="true" size={18} />}
      </button>
      <button type="button" className={styles.arrow} onClick={control.next} aria-label={t("next")}>
        <ChevronRight aria-hidden="true" size={20} />
      </button>
    </div>
  );
}
