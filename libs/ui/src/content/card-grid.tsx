import type { ReactNode } from "react";

import styles from "./card-grid.module.css";

interface CardGridProps {
  cards: { key: string; title: string; text: string; icon?: ReactNode }[];
  /** The cards are steps: they are counted. */
  ordered?: boolean;
}

/** Short texts under third headings, in as many columns as there is room for. */
export function CardGrid({ cards, ordered = false }: CardGridProps) {
  const List = ordered ? "ol" : "ul";
  return (
    <List role="list" className={styles.cards}>
      {cards.map(({ key, title, text, icon }, position) => (
        <li key={key} className={styles.card}>
          {ordered && (
            <span className={styles.number} aria-hidden="true">
              {position + 1}
            </span>
          )}
          {icon && <span className={styles.icon}>{icon}</span>}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
