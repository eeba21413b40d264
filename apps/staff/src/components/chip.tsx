import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./chip.module.css";

export type ChipKind = "grave" | "warn" | "wait" | "info" | "ok" | "quiet";

interface ChipProps {
  /** `grave` and `warn` want a user, `wait` waits for a person, `info` is to know, `ok` is done, `quiet` is a plain fact. */
  kind: ChipKind;
  Icon?: LucideIcon;
  children: ReactNode;
}

/** A state in a word or two; its colour is never the only sign. */
export function Chip({ kind, Icon, children }: ChipProps) {
  return (
    <span className={styles.chip} data-kind={kind}>
      {Icon && <Icon aria-hidden="true" size={12} />}
      <span>{children}</span>
    </span>
  );
}
