import type { ReactNode } from "react";

import styles from "./contact-card.module.css";

interface ContactCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** What to do: a link or two. */
  children: ReactNode;
}

/** One way to reach us. */
export function ContactCard({ icon, title, text, children }: ContactCardProps) {
  return (
    <section className={styles.card}>
      <span className={styles.icon}>{icon}</span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
