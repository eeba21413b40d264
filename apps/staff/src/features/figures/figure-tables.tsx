import { Button } from "@loyalty/ui/button";
import { formatDay, formatNumber } from "@loyalty/ui/formats";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import type { ParseKeys } from "i18next";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { RowsTable } from "../../components/data-table.tsx";
import { Section } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { figuresTexts } from "../../texts/figures.ts";
import { staffTexts } from "../../texts/staff.ts";
import { Download, money, type OpenFigure } from "./figure-rows.tsx";
import styles from "./figures.module.css";
import type { Figures, FigureSource, FiguresQuery } from "./queries.ts";
import { Visits } from "./visits.tsx";

// Without the chart the page says the same: what cannot be fetched is left out.
const DaysChart = lazy(() =>
  import("./days-chart.tsx").catch(() => ({ default: () => <div className={styles.chart} /> })),
);

interface FigureTablesProps {
  figures: Figures & { asked: FiguresQuery };
  onOpen: (figure: OpenFigure) => void;
}

/** The figures of some days: in total, by outlet, by reward and by day. */
export function FigureTables({ figures, onOpen }: FigureTablesProps) {
  const { t } = useTranslation(figuresTexts);
  const { t: ofAll } = useTranslation(staffTexts);
  const { data: me } = useMe();
  const { asked, outletList, rewardList, dayList } = figures;
  const outlet = me?.outlets.find(({ id }) => id === asked.outletId)?.name;
  const lines = useLines(figures);
  // Only used vouchers belong to an outlet.
  const isOfAll = figures.isEveryOutlet;
  const open = (
    title: string,
    source: FigureSource,
    days: FiguresQuery = asked,
    variant: "outline" | "link" = "outline",
  ) => (
    <Button
      variant={variant}
      aria-label={`${t("rows")}: ${title}`}
      onClick={() => onOpen({ title, source, days })}
    >
      {t("rows")}
    </Button>
  );
  return (
    <>
      <p className={styles.period}>
        {t("period", {
          first: formatDay(figures.first),
          last: formatDay(figures.last),
          outlet: outlet ?? (isOfAll ? ofAll("allOutlets") : t("own")),
        })}
      </p>
      <Section title={t("total")}>
        <dl className={styles.totals}>
          {lines.map(({ title, value, source }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd className={styles.total}>{value}</dd>
              {source && <dd>{open(title, source, asked, "link")}</dd>}
            </div>
          ))}
        </dl>
        {figures.owed && figures.owed.pointsWorthMedian !== null && (
          <p>
            {t("liabilityHow", {
              points: money(figures.owed.pointsWorthMedian),
              vouchers: money(figures.owed.openVouchersWorth),
            })}
          </p>
        )}
      </Section>
      <Section
        title={t("outlets")}
        action={<Download query={{ ...asked, table: "outlets" }} of={t("outlets")} />}
      >
        <RowsTable
          empty={t("empty")}
          rows={outletList}
          caption={t("outlets")}
          rowKey={({ outletId }) => outletId ?? 0}
          columns={[
            { head: t("outlet"), cell: (row) => row.outletName ?? t("noOutlet"), isTitle: true },
            { head: t("members"), cell: ({ sums }) => formatNumber(sums.members), isNumber: true },
            { head: t("verified"), cell: ({ sums }) => formatNumber(sums.bills), isNumber: true },
            { head: t("amount"), cell: ({ sums }) => money(sums.billsAmount), isNumber: true },
            {
              head: t("earned"),
              cell: ({ sums }) => formatNumber(sums.pointsEarned),
              isNumber: true,
            },
          ]}
          renderActions={({ outletId, outletName }) =>
            outletId !== null &&
            open(
              `${outletName}: ${t("verified")}`,
              { table: "bills", figure: "verified" },
              { ...asked, outletId },
            )
          }
        />
      </Section>
      <Visits asked={asked} />
      <Section
        title={t("rewards")}
        action={<Download query={{ ...asked, table: "rewards" }} of={t("rewards")} />}
      >
        <RowsTable
          empty={t("empty")}
          rows={rewardList}
          caption={t("rewards")}
          rowKey={({ rewardId }) => rewardId}
          columns={[
            { head: t("reward"), cell: ({ title }) => title, isTitle: true },
            ...(isOfAll
              ? [
                  {
                    head: t("made"),
                    cell: ({ made }: Figures["rewardList"][number]) => formatNumber(made),
                    isNumber: true,
                  },
                ]
              : []),
            { head: t("used"), cell: ({ used }) => formatNumber(used), isNumber: true },
            { head: t("usedValue"), cell: ({ usedValue }) => money(usedValue), isNumber: true },
          ]}
        />
      </Section>
      <Section
        title={t("days")}
        action={<Download query={{ ...asked, table: "days" }} of={t("days")} />}
      >
        <p className={styles.chartTitle}>{t("chart")}</p>
        <LazyBoundary fallback={<div className={styles.chart} />} errorFallback={null}>
          <DaysChart days={dayList} />
        </LazyBoundary>
        <RowsTable
          empty={t("empty")}
          rows={dayList}
          caption={t("days")}
          rowKey={({ day }) => day}
          columns={[
            { head: t("day"), cell: ({ day }) => formatDay(day), isTitle: true },
            { head: t("verified"), cell: ({ bills }) => formatNumber(bills), isNumber: true },
            { head: t("amount"), cell: ({ billsAmount }) => money(billsAmount), isNumber: true },
            {
              head: t("earned"),
              cell: ({ pointsEarned }) => formatNumber(pointsEarned),
              isNumber: true,
            },
            {
              head: t("used"),
              cell: ({ vouchersUsed }) => formatNumber(vouchersUsed),
              isNumber: true,
            },
          ]}
          renderActions={({ day, bills }) =>
            bills > 0 &&
            open(
              `${formatDay(day)}: ${t("verified")}`,
              { table: "bills", figure: "verified" },
              { ...asked, first: day, last: day },
            )
          }
        />
      </Section>
    </>
  );
}

interface Line {
  title: string;
  value: string;
  source?: FigureSource;
}

function useLines({ total, owed, pointsSpent, redemptionRate }: Figures): Line[] {
  const { t } = useTranslation(figuresTexts);
  const { data: me } = useMe();
  const membersOf = (figure: Extract<FigureSource, { table: "members" }>["figure"]) =>
    ({ table: "members", figure }) as const;
  const billsOf = (figure: Extract<FigureSource, { table: "bills" }>["figure"]) =>
    ({ table: "bills", figure }) as const;
  const vouchersOf = (figure: Extract<FigureSource, { table: "vouchers" }>["figure"]) =>
    ({ table: "vouchers", figure }) as const;

  const line = (
    name: ParseKeys<typeof figuresTexts>,
    count: number,
    source: FigureSource,
  ): Line => ({
    title: t(name),
    value: formatNumber(count),
    source,
  });
  const lines = [
    line("members", total.members, membersOf("members")),
    line("joined", total.joined, membersOf("joined")),
    line("left", total.left, membersOf("left")),
    line("active_30", total.active30Days, membersOf("active_30")),
    line("active_90", total.active90Days, membersOf("active_90")),
    line("verified", total.bills, billsOf("verified")),
    { title: t("verifiedAmount"), value: money(total.billsAmount), source: billsOf("verified") },
    line("pending", total.billsPending, billsOf("pending")),
    line("void", total.billsVoid, billsOf("void")),
    line("earned", total.pointsEarned, billsOf("verified")),
    line("used", total.vouchersUsed, vouchersOf("used")),
    { title: t("usedValue"), value: money(total.vouchersUsedValue), source: vouchersOf("used") },
  ];
  if (pointsSpent !== null) lines.push(line("spent", pointsSpent, vouchersOf("made")));
  if (redemptionRate !== null)
    lines.push({
      title: t("redemption"),
      value: formatNumber(redemptionRate, { style: "percent" }),
      source: vouchersOf("made"),
    });
  if (owed)
    lines.push({
      title: t("outstanding"),
      value: formatNumber(owed.pointsOutstanding),
      source: hasPermission(me, "GET /staff/figures/balance") ? { table: "balances" } : undefined,
    });
  if (owed && owed.liability !== null)
    lines.push({ title: t("liability"), value: money(owed.liability), source: vouchersOf("open") });
  return lines;
}
