import { useEffect } from "react";

import { toastQueue, type Toast } from "./toast.ts";
import styles from "./toast.module.css";

/** What is to be said where the toaster could not be fetched: the same words for the same time, without its movements. */
export function PlainToasts({ waiting }: { waiting: readonly Toast[] }) {
  const last = waiting.at(-1);

  useEffect(() => {
    if (!last) return undefined;
    const over = setTimeout(toastQueue.clear, last.seconds * 1000);
    return () => clearTimeout(over);
  }, [last]);

  return (
    <div role="status" className={styles.plain}>
      {last && (
        <p className={styles.toast}>
          <span className={styles.message}>{last.message}</span>
        </p>
      )}
    </div>
  );
}
