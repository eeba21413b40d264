import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import type { ReactNode } from "react";

import { useTexts } from "../i18n/i18n.ts";
import { primitiveTexts } from "../texts/primitives.ts";
import styles from "./alert.module.css";

export interface AlertProps {
  kind: "error" | "success" | "info";
  children: ReactNode;
  /** Shows a button that dismisses the banner. The specs' five seconds are the caller's clock. */
  onDismiss?: () => void;
}

const icons = { error: CircleAlert, success: CircleCheck, info: Info };

/** A banner inside the page: an error is announced at once, the others when the reader pauses. */
export function Alert({ kind, children, onDismiss }: AlertProps) {
  const t = useTexts(primitiveTexts);
  const Icon = icons[kind];

  return (
    <div role={kind === "error" ? "alert" : "status"} className={`${styles.alert} ${styles[kind]}`}>
      <Icon aria-hidden="true" size={20} className={styles.icon} />
      <div className={styles.message}>{children}</div>
      {onDismiss && (
        <button
          type="button"
          className={styles.dismiss}
          onClick={onDismiss}
          aria-label={t("dismiss")}
        >
          <X aria-hidden="true" size={18} />
        </button>
      )}
    </div>
  );
}
