import type { ReactNode } from "react";

import styles from "./states.module.css";

interface EmptyProps {
  /** Why there is nothing, in the specs' words. */
  text: string;
  icon?: ReactNode;
  /** A way on. */
  children?: ReactNode;
}

/** Nothing here yet, and a way on. */
export function Empty({ text, icon, children }: EmptyProps) {
  return (
    <div className={styles.notice}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p>{text}</p>
      {children}
    </div>
  );
}
