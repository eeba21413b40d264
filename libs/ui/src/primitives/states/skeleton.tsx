import styles from "./states.module.css";

interface SkeletonProps {
  /** The size of what will be there, so that nothing moves when it comes: any CSS length. */
  height: string;
  width?: string;
  round?: boolean;
}

/** A quiet stand-in for what is being loaded; it shows only after 150 ms. */
export function Skeleton({ height, width = "100%", round = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={round ? `${styles.skeleton} ${styles.round}` : styles.skeleton}
      style={{ height, width }}
    />
  );
}
