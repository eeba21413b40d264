import type { ReactNode } from "react";

import styles from "./page-head.module.css";

interface PageHeadProps {
  /** The page's one first heading; it takes the focus after a navigation. */
  title: string;
  intro: string;
  /** A short line above the title. */
  eyebrow?: string;
  /** What to do next, below the intro. */
  children?: ReactNode;
}

/** The opening of every public page but home. */
export function PageHead({ title, intro, eyebrow, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      {children}
    </header>
  );
}
