import { BrandMark } from "@loyalty/ui/brand-logo";
import { useBrand } from "@loyalty/ui/theme-store";

import { Cluster } from "@loyalty/ui/layout";
import styles from "./branded-title.module.css";

/** A dialog's title beside the logo of its brand. */
export function BrandedTitle({ children }: { children: string }) {
  const { brand } = useBrand();
  return (
    <Cluster as="span" gap={3} nowrap className={styles.title}>
      <BrandMark brand={brand.key} size={40} />
      {children}
    </Cluster>
  );
}
