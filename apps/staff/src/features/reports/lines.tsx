import { formatNumber } from "@loyalty/ui/formats";
import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { ChevronRight } from "lucide-react";
import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";

import { hasPermission, useMe } from "../../queries/session.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import { money, type OpenFigure } from "./figure-rows.tsx";
import type { Figures, FigureSource, FiguresQuery } from "./queries.ts";
import styles from "./reports.module.css";

interface Line {
  title: string;
  value: string;
  source?: FigureSource;
}

interface LinesProps {
  figures: Figures & { asked: FiguresQuery };
  onOpen: (figure: OpenFigure) => void;
}

/** What else there is: members, bills that wait or are void, and what is owed, each with its rows. */
export function Lines({ figures, onOpen }: LinesProps) {
  const { t } = useTranslation(reportsTexts);
  const { asked, owed } = figures;
  return (
    <Stack
      as="section"
      gap={3}
      className={`${surfaceStyles.panel} ${surfaceStyles.clip} ${styles.lines}`}
      aria-labelledby="others"
    >
      <h2 id="others" className={textStyles.md}>
        {t("others")}
      </h2>
      <ul role="list">
        {useLines(figures).map(({ title, value, source }) => (
          <Cluster as="li" key={title} nowrap gap={2}>
            {source ? (
              <button
                type="button"
                className={layoutStyles.grow}
                onClick={() => onOpen({ title, source, days: asked })}
              >
                {title}
              </button>
            ) : (
              <span className={layoutStyles.grow}>{title}</span>
            )}
            <b className={`${textStyles.tabular} ${textStyles.nowrap}`}>{value}</b>
            {source && <ChevronRight aria-hidden="true" size={16} />}
          </Cluster>
        ))}
      </ul>
      {owed && owed.pointsWorthMedian !== null && (
        <p className={textStyles.note}>
          {t("liabilityHow", {
            points: money(owed.pointsWorthMedian),
            vouchers: money(owed.openVouchersWorth),
          })}
        </p>
      )}
    </Stack>
  );
}

function useLines({ total, owed }: Figures): Line[] {
  const { t } = useTranslation(reportsTexts);
  const { data: me } = useMe();
  const line = (
    name: ParseKeys<typeof reportsTexts>,
    count: number,
    source: FigureSource,
  ): Line => ({ title: t(name), value: formatNumber(count), source });
  return [
    line("members", total.members, { table: "members", figure: "members" }),
    line("active_30", total.active30Days, { table: "members", figure: "active_30" }),
    line("active_90", total.active90Days, { table: "members", figure: "active_90" }),
    line("left", total.left, { table: "members", figure: "left" }),
    line("pending", total.billsPending, { table: "bills", figure: "pending" }),
    line("void", total.billsVoid, { table: "bills", figure: "void" }),
    ...(owed
      ? [
          {
            title: t("outstanding"),
            value: formatNumber(owed.pointsOutstanding),
            ...(hasPermission(me, "GET /staff/liability") && {
              source: { table: "balances" } as const,
            }),
          },
          ...(owed.liability === null
            ? []
            : [{ title: t("liability"), value: money(owed.liability) }]),
        ]
      : []),
  ];
}
