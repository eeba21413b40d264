import { useTexts } from "@loyalty/ui";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";

import styles from "./waiting.module.css";

/** Stands for a page that is on its way. It keeps the page's height, so that nothing below jumps. */
export function Waiting() {
  const t = useTexts(arrivalTexts);
  return (
    <div className={styles.waiting} aria-busy="true">
      <p role="status">{t("waiting")}</p>
    </div>
  );
}
