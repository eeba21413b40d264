import styles from "./avatar.module.css";

/** The first letter of a name as people see it (an emoji or a Thai letter with its vowel is one), or a question mark. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first ? first.segment.toLocaleUpperCase() : "?";
}

/**
 * A round avatar with the first letter of the name. The name itself is beside it or labels its button; the letter is
 * drawn by CSS, so that it is no part of what the button says (WCAG 2.5.3).
 */
export function Avatar({ name, size = "md" }: { name: string; size?: "md" | "lg" }) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.avatar} ${styles[size]}`}
      data-letter={firstLetter(name)}
    />
  );
}
