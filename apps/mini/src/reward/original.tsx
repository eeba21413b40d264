import styles from "./original.module.css";

/** The English words below the translated ones, for members who want both. */
export function Original({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className={styles.original} lang="en">
      {words}
    </p>
  );
}
