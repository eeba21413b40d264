import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./alert.module.css";
import layoutStyles from "../layout/layout.module.css";

const icons = { error: CircleAlert, success: CircleCheck, info: Info };

/** A banner inside the page: an error is announced at once, the others when the user pauses. */
export function Alert({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div role={kind === "error" ? "alert" : "status"} className={`${styles.alert} ${styles[kind]}`}>
      <Icon aria-hidden="true" size={20} className={styles.icon} />
      <div className={layoutStyles.grow}>{children}</div>
    </div>
  );
}
