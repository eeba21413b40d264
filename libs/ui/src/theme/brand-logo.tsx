import type { ReactNode } from "react";

import styles from "./brand-logo.module.css";
import { type BrandKey, brands } from "./brands.ts";

interface BrandMarkProps {
  brand: BrandKey;
  /** Edge length of the mark in px. @default 40 */
  size?: number;
}

interface BrandLogoProps extends BrandMarkProps {
  /** With the tagline below the name, as in the side menu. */
  tagline?: string;
}

/** Mark and name together. The Thai name beside it is drawn, so that no Thai font is loaded for two words. */
export function BrandLogo({ brand, tagline, size }: BrandLogoProps) {
  return (
    <span className={styles.logo}>
      <BrandMark brand={brand} size={size} />
      <span className={styles.words} data-words="">
        <span className={styles.name}>
          {brands[brand].name}
          <span className={styles.thai} data-brand={brand} data-thai="" aria-hidden="true" />
        </span>
        {tagline && <span className={styles.tagline}>{tagline}</span>}
      </span>
    </span>
  );
}

const KANOK_PAIR =
  "M16.5 30.5C17.4 23.4 22.6 21.6 23.5 14.6C26.1 18.1 27 21.6 25.2 25.1C27.9 23.4 28.7 20.8 28.7 18.1C31.4 22.5 30.5 27.8 26.1 30.5Z";

const drawings: Record<BrandKey, ReactNode> = {
  // A bowl seen from the front, a row of kanok flames above it, on a plate with a temple-tile rim.
  "krua-bowl": (
    <>
      <circle cx="32" cy="32" r="31" className={styles.ground} />
      <circle cx="32" cy="32" r="27.6" className={styles.rim} strokeDasharray="1.6 3.4" />
      <g className={styles.flame}>
        <path d={KANOK_PAIR} />
        <path d={KANOK_PAIR} transform="matrix(-1 0 0 1 64 0)" />
      </g>
      <path
        d="M32 30.5C27.2 24.6 28.6 16.8 32 10.4C35.4 16.8 36.8 24.6 32 30.5Z"
        className={styles.heart}
      />
      <path
        d="M12.5 33H51.5A19.5 19.5 0 0 1 39.4 50.6L38.6 53H25.4L24.6 50.6A19.5 19.5 0 0 1 12.5 33Z"
        className={styles.cream}
      />
      <path d="M17.4 38.6A15.4 15.4 0 0 0 27 47.4" className={styles.stroke} />
    </>
  ),
  // A tall glass that is being poured: milk above, tea below, three pearls at the bottom.
  "thong-cha": (
    <>
      <rect x="1" y="1" width="62" height="62" rx="21" className={styles.ground} />
      <path d="M35.4 17.5L39.2 6.5" className={styles.straw} />
      <path d="M19 20H45L42 53.2Q41.7 56 38.9 56H25.1Q22.3 56 22 53.2Z" className={styles.cream} />
      <path
        d="M20.2 33.2Q26 28.6 32 32.4T43.8 31.6L41.9 52.4Q41.6 55 39 55H25Q22.4 55 22.1 52.4Z"
        className={styles.flame}
      />
      <path d="M27.4 21V27.4A1.7 1.7 0 0 0 30.8 27.4V21Z" className={styles.flame} />
      <g className={styles.heart}>
        <circle cx="27" cy="50.2" r="3.3" />
        <circle cx="34.2" cy="51" r="3.3" />
        <circle cx="37.6" cy="44.6" r="3.3" />
        <circle cx="30.4" cy="43.8" r="3.3" />
      </g>
      <rect x="16.5" y="15.6" width="31" height="5.4" rx="2.7" className={styles.cream} />
    </>
  ),
};

/** The brand's drawn mark, in its own paint in either scheme. Its name is beside it. */
export function BrandMark({ brand, size = 40 }: BrandMarkProps) {
  return (
    <svg
      data-brand={brand}
      className={styles.mark}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      {drawings[brand]}
    </svg>
  );
}
