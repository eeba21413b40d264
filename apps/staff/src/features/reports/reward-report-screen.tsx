import { senOf } from "@loyalty/api-client/rules/points";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChartCard } from "../../components/chart-card.tsx";
import { type DayPart, partsOf, sumOf } from "../../components/day-parts.ts";
import { DeskTable } from "../../components/desk-table.tsx";
import { type Figure, FigureStrip } from "../../components/figure-strip.tsx";
import { Page, Section } from "../../components/page.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import { Download, FigureRowsDialog, money, type OpenFigure } from "./figure-rows.tsx";
import { PeriodBar, PeriodLine, usePeriod } from "./period.tsx";
import { type FiguresQuery, type RewardFigures, useRewardFigures } from "./queries.ts";

type Shown = RewardFigures & { asked: FiguresQuery };
type Day = RewardFigures["dayList"][number];
type Row = RewardFigures["rewardList"][number];
type Open = (figure: OpenFigure) => void;

const COUNTS = ["made", "pointsSpent", "used", "usedValue", "expired", "cancelled"] as const;
type CountName = (typeof COUNTS)[number];
/** What there is of some outlets: a voucher is claimed, expires and is cancelled at none. */
const OF_OUTLETS: readonly CountName[] = ["used", "usedValue"];

const TITLES = {
  made: "made",
  pointsSpent: "spent",
  used: "used",
  usedValue: "usedValue",
  expired: "expired",
  cancelled: "cancelled",
} as const;

const namesOf = ({ isEveryOutlet }: RewardFigures) => (isEveryOutlet ? COUNTS : OF_OUTLETS);

/** A count, or sen. */
const numberOf = (row: Pick<Row, CountName>, name: CountName) =>
  name === "usedValue" ? senOf(row.usedValue) : row[name];

const written = (name: CountName, value: number) =>
  name === "usedValue" ? formatMoney(value) : formatNumber(value);

/** /reward-report: what became of vouchers on some days, by reward and by day. */
export default function RewardReportScreen() {
  const { t } = useTranslation(reportsTexts);
  const [opened, setOpened] = useState<OpenFigure | null>(null);
  const asked = usePeriod();
  const query = useRewardFigures(asked);
  return (
    <Page title={t("rewards")} wide>
      <PeriodBar asked={asked} />
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="24rem">
        {(figures) => (
          <>
            <PeriodLine figures={figures} isOld={query.isPlaceholderData} />
            {figures.rewardList.length === 0 ? (
              <Empty text={t("noVouchers")} />
            ) : (
              <Report figures={figures} onOpen={setOpened} />
            )}
          </>
        )}
      </QueryResult>
      {opened && <FigureRowsDialog figure={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Report({ figures, onOpen }: { figures: Shown; onOpen: Open }) {
  const { t } = useTranslation(reportsTexts);
  const { total, before, asked } = figures;
  const opens: Partial<Record<CountName, "made" | "used" | "cancelled">> = {
    made: "made",
    pointsSpent: "made",
    used: "used",
    usedValue: "used",
    cancelled: "cancelled",
  };
  const shown = namesOf(figures)
    .filter((name) => Number(total[name]) > 0 || Number(before[name]) > 0)
    .map((name): Figure => {
      const [title, figure] = [t(TITLES[name]), opens[name]];
      const open =
        figure && (() => onOpen({ title, source: { table: "vouchers", figure }, days: asked }));
      const isPlain = name === "expired" || name === "cancelled";
      return { title, value: total[name], before: before[name], onOpen: open, isPlain };
    });
  return (
    <>
      <FigureStrip figures={shown} />
      <DaysCard figures={figures} />
      <Section
        title={t("byReward")}
        action={<Download query={{ ...asked, table: "rewards" }} of={t("byReward")} />}
      >
        <RewardTable figures={figures} />
      </Section>
    </>
  );
}

/** Vouchers claimed and used by day or month; of some outlets those used. */
function DaysCard({ figures }: { figures: Shown }) {
  const { t } = useTranslation(reportsTexts);
  const { dayList, asked, isEveryOutlet } = figures;
  const parts = partsOf(dayList.map(({ day }) => day));
  const names = namesOf(figures).filter((name) => name !== "cancelled");
  const sum = (part: DayPart, name: (typeof names)[number]) =>
    sumOf(part, dayList, (day: Day) => numberOf({ ...day, cancelled: 0 }, name));
  const valuesOf = (name: (typeof names)[number]) => parts.map((part) => sum(part, name));
  const used = { name: t("used"), values: valuesOf("used") };
  return (
    <ChartCard
      caption={t(parts.length < dayList.length ? "vouchersByMonth" : "vouchersByDay")}
      labels={parts.map(({ label }) => label)}
      series={
        isEveryOutlet
          ? [
              { name: t("made"), values: valuesOf("made"), kind: "now" },
              { ...used, kind: "other" },
            ]
          : [{ ...used, kind: "now" }]
      }
      action={<Download query={{ ...asked, table: "reward-days" }} of={t("vouchersByDay")} />}
    >
      <DeskTable
        empty={t("noVouchers")}
        rows={parts}
        caption={t("vouchersByDay")}
        rowKey={({ first }) => first}
        columns={[
          { head: t("day"), cell: (part) => part.name, isTitle: true },
          ...names.map((name) => ({
            head: t(TITLES[name]),
            cell: (part: DayPart) => written(name, sum(part, name)),
            isNumber: true,
          })),
        ]}
      />
    </ChartCard>
  );
}

function RewardTable({ figures }: { figures: Shown }) {
  const { t } = useTranslation(reportsTexts);
  const { rewardList, total } = figures;
  return (
    <DeskTable
      name="reward-report"
      // The file of the section is logged.
      onExport={null}
      rows={rewardList}
      columns={[
        {
          id: "title",
          head: t("reward"),
          isTitle: true,
          cell: ({ title }) => title,
          sortBy: ({ title }) => title,
          foot: t("total"),
        },
        ...namesOf(figures).map((name) => ({
          id: name,
          head: t(TITLES[name]),
          isNumber: true,
          cell: (row: Row) => written(name, numberOf(row, name)),
          sortBy: (row: Row) => numberOf(row, name),
          foot: name === "usedValue" ? money(total.usedValue) : written(name, total[name]),
        })),
      ]}
      caption={t("byReward")}
      empty={t("noVouchers")}
      rowKey={({ rewardId }) => rewardId}
    />
  );
}
