import type { ReactNode } from "react";

import styles from "./page.module.css";

interface PageProps {
  /** The only `h1` of the page, and the title of its tab. */
  title: string;
  /** One column as wide as a form. */
  narrow?: boolean;
  children: ReactNode;
}

/** The layout of a page: its title, and what belongs to it below. */
export function Page({ title, narrow, children }: PageProps) {
  return (
    <div className={narrow ? `${styles.page} ${styles.narrow}` : styles.page}>
      <title>{title}</title>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
