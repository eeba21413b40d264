import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { type ComponentType, lazy, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./chart-card.module.css";
import type { ChartProps } from "./chart.tsx";
import { Segments } from "./segments.tsx";

// Without the chart the page says the same: what cannot be fetched is left out.
const Chart = lazy<ComponentType<ChartProps>>(() =>
  import("./chart.tsx").catch(() => ({ default: () => null })),
);

interface ChartCardProps extends ChartProps {
  /** What can be drawn instead, by name; without it the caption heads the card. */
  choice?: { names: readonly { id: string; name: string }[]; chosen: string };
  onChoose?: (id: string) => void;
  /** A button of the card, such as its export. */
  action?: ReactNode;
  /** A sentence below the chart. */
  note?: string;
  /** The same numbers as a table. */
  children: ReactNode;
}

/** A chart with its key, or the same as a table, which is also what is printed. */
export function ChartCard(props: ChartCardProps) {
  const { choice, onChoose, action, note, children, ...chart } = props;
  const { caption, series } = chart;
  const { t } = useTranslation(staffTexts);
  const [isTable, setTable] = useState(false);
  return (
    <Stack
      as="section"
      gap={3}
      className={`${surfaceStyles.panel} ${styles.card}`}
      aria-label={caption}
    >
      <Cluster gap={2} className={styles.head}>
        {choice ? (
          <Segments
            label={caption}
            options={choice.names.map(({ id, name }) => ({ id, name, isOn: id === choice.chosen }))}
            onChoose={(id) => onChoose?.(id)}
          />
        ) : (
          <h2 className={textStyles.md}>{caption}</h2>
        )}
        {series.length > 1 && (
          <Cluster as="ul" role="list" gap={3} tight className={`${textStyles.fine} ${styles.key}`}>
            {series.map(({ name, kind }, at) => (
              <Cluster as="li" key={name} nowrap gap={1}>
                <i data-kind={kind} data-line={at > 0 || undefined} />
                {name}
              </Cluster>
            ))}
          </Cluster>
        )}
        <Cluster nowrap gap={3} className={`${layoutStyles.toEnd} ${layoutStyles.noPrint}`}>
          <button
            type="button"
            className={`${textStyles.xs} ${styles.asTable}`}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? "chart.asChart" : "chart.asTable")}
          </button>
          {action}
        </Cluster>
      </Cluster>
      {!isTable && (
        <div className={styles.drawn}>
          <LazyBoundary fallback={<div className={styles.chart} />} errorFallback={null}>
            <Chart {...chart} />
          </LazyBoundary>
        </div>
      )}
      <div className={isTable ? undefined : styles.onPaper}>{children}</div>
      {note && <p className={textStyles.fine}>{note}</p>}
    </Stack>
  );
}
