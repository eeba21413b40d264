import { useId, type ReactNode } from "react";

import styles from "./card.module.css";

interface CardProps {
  title: string;
  /** A link or a button beside the title. */
  aside?: ReactNode;
  /** Its content is on its way. */
  busy?: boolean;
  children: ReactNode;
}

/** One matter of a member's page, under its own heading. */
export function Card({ title, aside, busy, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} aria-busy={busy || undefined}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
