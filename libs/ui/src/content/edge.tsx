import styles from "./edge.module.css";

/** The brand's edge between two parts of a page: a row of kanok flames, or three ribbons of milk. */
export function Edge() {
  return <div className={styles.edge} aria-hidden="true" />;
}
