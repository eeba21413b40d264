import type { ReactNode } from "react";

import styles from "./filter-bar.module.css";

/** The fields that narrow a list, side by side where there is room. `label` says what they narrow, for screen readers. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className={styles.bar}>
      {children}
    </search>
  );
}
