import type { ReactNode } from "react";

import styles from "./text-card.module.css";

export interface TextCardProps {
  title: string;
  text: string;
  icon?: ReactNode;
  /** The card is a step: its place among them. */
  number?: number;
}

/** A short text under a third heading. */
export function TextCard({ title, text, icon, number }: TextCardProps) {
  return (
    <div className={styles.card}>
      {number !== undefined && (
        <span className={styles.mark} aria-hidden="true">
          {number}
        </span>
      )}
      {icon && <span className={styles.mark}>{icon}</span>}
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}
