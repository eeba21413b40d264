import type { ReactNode } from "react";

import styles from "./actions.module.css";

/** The ways on from a page, in a row that wraps. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
