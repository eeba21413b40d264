import type { ReactNode } from "react";

import styles from "./faq-item.module.css";

interface FaqItemProps {
  question: string;
  open?: boolean;
  children: ReactNode;
}

/** A question; opening it shows the answer. */
export function FaqItem({ question, open, children }: FaqItemProps) {
  return (
    <details className={styles.item} open={open}>
      <summary>{question}</summary>
      {children}
    </details>
  );
}
