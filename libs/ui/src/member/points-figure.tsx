import { formatNumber } from "../formats/formats.ts";
import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./points-figure.module.css";

interface PointsFigureProps {
  /** The balance; undefined while it is not known. */
  points: number | undefined;
  /** It could not be loaded. */
  failed?: boolean;
  size?: "md" | "lg";
}

/** A balance of points: '...' while it loads, 'Error loading points' when it fails (spec 000 §4). */
export function PointsFigure({ points, failed = false, size = "md" }: PointsFigureProps) {
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
      {formatNumber(points)}{" "}
      <span className={styles.unit}>{t("pointsUnit", { count: points })}</span>
    </span>
  );
}
