import styles from "./card-grid.module.css";
import { TextCard, type TextCardProps } from "./text-card.tsx";

interface CardGridProps {
  cards: (TextCardProps & { key: string })[];
  /** The cards are steps: they are counted. */
  ordered?: boolean;
}

/** Short texts under third headings, in as many columns as there is room for. */
export function CardGrid({ cards, ordered = false }: CardGridProps) {
  const List = ordered ? "ol" : "ul";
  return (
    <List role="list" className={styles.cards}>
      {cards.map(({ key, ...card }, position) => (
        <li key={key} className={styles.cell}>
          <TextCard {...card} {...(ordered && { number: position + 1 })} />
        </li>
      ))}
    </List>
  );
}
