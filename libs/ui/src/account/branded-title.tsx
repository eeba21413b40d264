import { BrandMark } from "../theme/brand-logo.tsx";
import { useBrand } from "../theme/theme-store.ts";
import styles from "./branded-title.module.css";

/** A dialog's title beside the logo of its brand. */
export function BrandedTitle({ children }: { children: string }) {
  const { brand } = useBrand();
  return (
    <span className={styles.title}>
      <BrandMark brand={brand.key} size={40} />
      {children}
    </span>
  );
}
