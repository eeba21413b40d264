import styles from "./progress.module.css";

interface ProgressProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  /** The whole meaning in one sentence, read in place of the bare number. */
  text: string;
}

/** A bar that fills from the left. */
export function Progress({ label, percent, text }: ProgressProps) {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={text}
      className={styles.track}
    >
      <div style={{ width: `${value}%` }} />
    </div>
  );
}
