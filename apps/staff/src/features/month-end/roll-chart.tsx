import { useTranslation } from "react-i18next";

import { monthEndTexts } from "../../texts/month-end.ts";
import styles from "./month-end.module.css";
import type { Liability } from "./queries.ts";

const WIDTH = 356;
const HEIGHT = 150;
const BAR = 44;
const STEP = (WIDTH - BAR) / 5;
const FOOT = 18;
const HEAD = 14;
const LINES = ["opening", "earned", "spent", "expired", "corrected", "closing"] as const;

/** The points from the opening to the close as steps. The table above it has the same numbers. */
export function RollChart({ points }: { points: Liability["points"] }) {
  const { t } = useTranslation(monthEndTexts);
  const bars = barsOf(points);
  const least = Math.min(...bars.map(({ from, to }) => Math.min(from, to)));
  const most = Math.max(...bars.map(({ from, to }) => Math.max(from, to)), 1);
  // The bars of the sums are cut where the movements would be too small to be seen beside them.
  const floor = least > (most - least) * 2 ? least - (most - least) * 0.4 : 0;
  const y = (value: number) =>
    HEIGHT -
    FOOT -
    ((Math.max(value, floor) - floor) / (most - floor || 1)) * (HEIGHT - FOOT - HEAD);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.chart} aria-hidden="true">
      {bars.map(({ name, from, to }, at) => {
        const isSum = name === "opening" || name === "closing";
        const top = Math.min(y(from), y(to));
        const left = at * STEP;
        const height = Math.max(Math.abs(y(from) - y(to)), 1.5);
        return (
          <g key={name} data-line={name}>
            <rect x={left} y={top} width={BAR} height={height} rx={2} />
            {isSum && floor > 0 && (
              <path
                className={styles.cut}
                d={`M${left - 2} ${HEIGHT - FOOT - 8}l12 -5 12 5 12 -5 12 5`}
              />
            )}
            {at < bars.length - 1 && (
              <line x1={left + BAR} x2={left + STEP} y1={y(to)} y2={y(to)} />
            )}
            <text x={left + BAR / 2} y={HEIGHT - 4} textAnchor="middle">
              {t(`columns.${name}`)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Each bar from where the one before it ended; the sums stand on nothing. */
function barsOf(points: Liability["points"]) {
  let level = 0;
  return LINES.map((name) => {
    const isSum = name === "opening" || name === "closing";
    const from = isSum ? 0 : level;
    level = isSum ? points[name] : level + points[name];
    return { name, from, to: level };
  });
}
