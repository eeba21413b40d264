import { formatNumber } from "../formats/formats.ts";
import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./points-figure.module.css";
import { useCountUp } from "./use-count-up.ts";

interface PointsFigureProps {
  /** The balance; undefined while it is not known. */
  points: number | undefined;
  /** It could not be loaded. */
  failed?: boolean;
  size?: "md" | "lg";
  /** It runs up to its number, for those whom movement is welcome. */
  countsUp?: boolean;
}

/** A balance of points: '...' while it loads, 'Error loading points' when it fails (spec 000 §4). */
export function PointsFigure(props: PointsFigureProps) {
  const { points, failed = false, size = "md", countsUp = false } = props;
  const t = useTexts(memberTexts);

  if (failed && points === undefined)
    return <span className={styles.failed}>{t("errorPoints")}</span>;
  if (points === undefined) {
    return (
      <span className={styles[size]} role="status" aria-label={t("loadingPoints")}>
        {t("loadingFigure")}
      </span>
    );
  }
  return (
    <span className={styles[size]}>
      {countsUp ? <Counted points={points} /> : formatNumber(points)}{" "}
      <span className={styles.unit}>{t("pointsUnit", { count: points })}</span>
    </span>
  );
}

/** The number has its place and its voice from the start; what runs lies over it. */
function Counted({ points }: { points: number }) {
  const shown = useCountUp(points);
  const running = shown !== points;
  return (
    <span className={styles.counted}>
      <span className={running ? styles.covered : undefined}>{formatNumber(points)}</span>
      {running && (
        <span className={styles.running} aria-hidden="true">
          {formatNumber(shown)}
        </span>
      )}
    </span>
  );
}
