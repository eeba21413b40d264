import { BrandMark } from "./brand-mark.tsx";
import type { BrandKey } from "./brand-key.ts";
import styles from "./brand-logo.module.css";
import { brands } from "./brands.ts";

interface BrandLogoProps {
  brand: BrandKey;
  /** With the tagline below the name, as in the side menu. */
  tagline?: string;
  size?: number;
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
