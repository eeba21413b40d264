import styles from "./brand-logo.module.css";
import { type BrandKey, brands } from "./brands.ts";
import marks from "./marks/marks.json";

interface BrandMarkProps {
  brand: BrandKey;
  /** Edge length of the mark in px. @default 40 */
  size?: number;
}

interface BrandLogoProps extends BrandMarkProps {
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

/** One shape of a mark in SVG's attributes; `fill` and `stroke` name a colour of the brand's mark in the tokens. */
interface Shape {
  shape: "circle" | "path" | "rect";
  fill: string;
  stroke?: string;
}

const drawings = marks as Record<BrandKey, Shape[]>;

/** A colour of a mark: `flame` is `--mark-flame`. */
const paint = (name?: string) => (name && name !== "none" ? `var(--mark-${name})` : name);

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
      {drawings[brand].map(({ shape: Shape, fill, stroke, ...attributes }, position) => (
        <Shape key={position} {...attributes} fill={paint(fill)} stroke={paint(stroke)} />
      ))}
    </svg>
  );
}
