import textStyles from "../components/text.module.css";
import styles from "./brand-logo.module.css";
import { type BrandKey, brands } from "./brands.ts";
import layoutStyles from "../layout/layout.module.css";

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
        <span>
          <span>{brands[brand].name}</span>
          {brands[brand].thaiName && (
            <span className={styles.thai} data-brand={brand} data-thai="" aria-hidden="true" />
          )}
        </span>
        {tagline && <span className={textStyles.note}>{tagline}</span>}
      </span>
    </span>
  );
}

/** The brand's drawn mark, in its own paint in either scheme. Its name is beside it. */
export function BrandMark({ brand, size = 40 }: BrandMarkProps) {
  return (
    <svg
      data-brand={brand}
      className={layoutStyles.flexNone}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      {brands[brand].mark.map(({ shape: Shape, ...attributes }, position) => (
        <Shape key={position} {...attributes} />
      ))}
    </svg>
  );
}
