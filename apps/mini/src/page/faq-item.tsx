import type { ReactNode } from "react";

import styles from "./faq-item.module.css";

interface QuestionProps {
  question: string;
  /** Open from the start. */
  open?: boolean;
  /** The answer. */
  children: ReactNode;
}

/** A question that opens to its answer. */
export function Question({ question, open, children }: QuestionProps) {
  return (
    <details className={styles.item} open={open}>
      <summary>{question}</summary>
      {children}
    </details>
  );
}
