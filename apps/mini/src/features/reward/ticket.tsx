import textStyles from "@loyalty/ui/text.module.css";
import type { CSSProperties, ReactNode } from "react";

import styles from "./ticket.module.css";

const PETALS = 14;

/** On an ellipse around the ticket, each turned another way. */
function petalPlace(index: number): CSSProperties {
  const angle = ((index + 0.5) * 2 * Math.PI) / PETALS;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const far = index % 2 ? 1 : 0.9;
  return {
    left: `${50 + far * 47 * x}%`,
    top: `${50 + far * 50 * y}%`,
    rotate: `${index * 67}deg`,
  };
}

interface TicketProps {
  picture: ReactNode;
  title: ReactNode;
  /** Until when it is good, or where it was used. */
  children: ReactNode;
}

/** A reward that has become the member's: its picture lands on a ticket, and petals fall once. */
export function Ticket({ picture, title, children }: TicketProps) {
  return (
    <div className={styles.moment} data-moment>
      <div className={styles.petals} aria-hidden="true">
        {Array.from({ length: PETALS }, (_, index) => (
          <i key={index} style={petalPlace(index)} />
        ))}
      </div>
      <div className={styles.ticket}>
        <div>
          <div>{picture}</div>
        </div>
        <div>
          <p className={`${textStyles.display} ${textStyles.xl}`}>{title}</p>
          <p className={`${textStyles.sm} ${textStyles.strong}`}>{children}</p>
        </div>
      </div>
    </div>
  );
}
