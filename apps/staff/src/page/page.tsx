import { type ReactNode, useId } from "react";

import styles from "./page.module.css";

interface PageProps {
  /** The only `h1` of the page, and the title of its tab. */
  title: string;
  /** One column as wide as a form. */
  narrow?: boolean;
  children: ReactNode;
}

/** The layout of a page: its title, and cards below it. */
export function Page({ title, narrow, children }: PageProps) {
  return (
    <div className={narrow ? `${styles.page} ${styles.narrow}` : styles.page}>
      <title>{title}</title>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}

interface CardProps {
  title: string;
  /** A link or a button beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One section of a page, under its own heading. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
