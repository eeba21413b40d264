import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./devices-screen.module.css";

interface RowProps {
  Icon: LucideIcon;
  name: string;
  /** What is known of it, a line each. */
  children: ReactNode;
  action: ReactNode;
}

/** A device, a passkey or an app in its list. */
export function Row({ Icon, name, children, action }: RowProps) {
  return (
    <li className={styles.device}>
      <Icon aria-hidden="true" className={styles.icon} />
      <span className={styles.words}>
        <strong>{name}</strong>
        {children}
      </span>
      {action}
    </li>
  );
}
