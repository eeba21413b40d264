import { currency } from "@loyalty/api-client/group";
import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChartCard } from "../../components/chart-card.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { type DayPart, partsOf, sumOf } from "../../components/day-parts.ts";
import { type Figure, FigureStrip } from "../../components/figure-strip.tsx";
import { Columns, Page } from "../../components/page.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import { Download, FigureRowsDialog, money, type OpenFigure } from "./figure-rows.tsx";
import { Lines } from "./lines.tsx";
import { PeriodBar, PeriodLine, usePeriod } from "./period.tsx";
import { type Figures, type FigureSource, type FiguresQuery, useFigures } from "./queries.ts";

type Shown = Figures & { asked: FiguresQuery };
type Day = Figures["dayList"][number];
type Open = (figure: OpenFigure) => void;

/** /overview: what the programme did on some days, with the rows that each figure was made of. */
export default function OverviewScreen() {
  const { t } = useTranslation(reportsTexts);
  const [opened, setOpened] = useState<OpenFigure | null>(null);
  const asked = usePeriod();
  const query = useFigures(asked);
  return (
    <Page title={t("overview")} wide>
      <PeriodBar asked={asked} />
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="24rem">
        {(figures) => (
          <>
            <PeriodLine figures={figures} isOld={query.isPlaceholderData} />
            <Overview figures={figures} onOpen={setOpened} />
          </>
        )}
      </QueryResult>
      {opened && <FigureRowsDialog figure={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Overview({ figures, onOpen }: { figures: Shown; onOpen: Open }) {
  const { t } = useTranslation(reportsTexts);
  const shown = useFigureStrip(figures, onOpen);
  return (
    <>
      {shown.length > 0 ? <FigureStrip figures={shown} /> : <Empty text={t("empty")} />}
      <Columns>
        {shown.length > 0 && <DaysCard figures={figures} onOpen={onOpen} />}
        <Lines figures={figures} onOpen={onOpen} />
        {figures.pointsSpent !== null && figures.total.pointsEarned > 0 && (
          <RedemptionCard figures={figures} />
        )}
        <TiersCard figures={figures} />
      </Columns>
    </>
  );
}

/** The figures that there are any of now or before, each with what opens its rows. */
function useFigureStrip(figures: Shown, onOpen: Open): Figure[] {
  const { t } = useTranslation(reportsTexts);
  const { total, before, asked, pointsSpent, pointsSpentBefore } = figures;
  const of = (
    title: string,
    value: number | string,
    was: number | string,
    source: FigureSource,
  ) => ({
    title,
    value,
    before: was,
    onOpen: () => onOpen({ title, source, days: asked }),
  });
  const bills = { table: "bills", figure: "verified" } as const;
  const joined = { table: "members", figure: "joined" } as const;
  const vouchers = (figure: "made" | "used") => ({ table: "vouchers", figure }) as const;
  const all = [
    of(t("verified"), total.bills, before.bills, bills),
    of(t("sales"), total.billsAmount, before.billsAmount, bills),
    of(t("earned"), total.pointsEarned, before.pointsEarned, bills),
    ...(pointsSpent === null
      ? []
      : [of(t("spent"), pointsSpent, pointsSpentBefore ?? 0, vouchers("made"))]),
    of(t("joined"), total.joined, before.joined, joined),
    of(t("used"), total.vouchersUsed, before.vouchersUsed, vouchers("used")),
  ];
  return all.filter(({ value, before: was }) => Number(value) > 0 || Number(was) > 0);
}

const SERIES = ["sales", "verified", "earned", "spent", "joined", "used"] as const;
type SeriesName = (typeof SERIES)[number];

const VALUES: Record<SeriesName, (day: Day) => number> = {
  sales: ({ billsAmount }) => senOf(billsAmount) / 100,
  verified: ({ bills }) => bills,
  earned: ({ pointsEarned }) => pointsEarned,
  spent: ({ pointsSpent }) => pointsSpent ?? 0,
  joined: ({ joined }) => joined,
  used: ({ vouchersUsed }) => vouchersUsed,
};

const written = (name: SeriesName, value: number) =>
  name === "sales" ? money(value.toFixed(2)) : formatNumber(value);

/** One figure by day or month as bars, over that of the days before. */
function DaysCard({ figures, onOpen }: { figures: Shown; onOpen: Open }) {
  const { t } = useTranslation(reportsTexts);
  const [name, setName] = useState<SeriesName>("sales");
  const { dayList, dayBeforeList, pointsSpent, asked } = figures;
  const names = SERIES.filter((each) => each !== "spent" || pointsSpent !== null);
  const parts = partsOf(dayList.map(({ day }) => day));
  const shown = names.find((each) => each === name) ?? "sales";
  const valuesOf = (days: readonly Day[], each: SeriesName = shown) =>
    parts.map((part) => sumOf(part, days, VALUES[each]));
  const openerOf = (part: DayPart) =>
    sumOf(part, dayList, VALUES.verified) === 0 ? (
      part.name
    ) : (
      <Button
        variant="link"
        aria-label={`${part.name}: ${t("verified")}`}
        onClick={() =>
          onOpen({
            title: `${part.name}: ${t("verified")}`,
            source: { table: "bills", figure: "verified" },
            days: { ...asked, first: part.first, last: part.last },
          })
        }
      >
        {part.name}
      </Button>
    );
  return (
    <ChartCard
      caption={t(parts.length < dayList.length ? "months" : "days")}
      labels={parts.map(({ label }) => label)}
      series={[
        { name: t("now"), values: valuesOf(dayList), kind: "now" },
        { name: t("before"), values: valuesOf(dayBeforeList), kind: "before" },
      ]}
      choice={{ names: names.map((id) => ({ id, name: t(id) })), chosen: shown }}
      onChoose={(id) => setName(names.find((each) => each === id) ?? "sales")}
      unit={shown === "sales" ? currency.sign : undefined}
      action={<Download query={{ ...asked, table: "days" }} of={t("days")} />}
    >
      <DeskTable
        empty={t("empty")}
        rows={parts}
        caption={t("days")}
        rowKey={({ first }) => first}
        columns={[
          { head: t("day"), cell: openerOf, isTitle: true },
          ...names.map((each) => ({
            head: t(each),
            cell: (part: DayPart) => written(each, sumOf(part, dayList, VALUES[each])),
            isNumber: true,
          })),
        ]}
      />
    </ChartCard>
  );
}

/** Points given, and those used of them. */
function RedemptionCard({ figures: { dayList, redemptionRate } }: { figures: Shown }) {
  const { t } = useTranslation(reportsTexts);
  const parts = partsOf(dayList.map(({ day }) => day));
  const valuesOf = (name: SeriesName) => parts.map((part) => sumOf(part, dayList, VALUES[name]));
  const share = formatNumber(redemptionRate ?? 0, { style: "percent", maximumFractionDigits: 1 });
  return (
    <ChartCard
      caption={t("redemption", { share })}
      labels={parts.map(({ label }) => label)}
      series={[
        { name: t("earned"), values: valuesOf("earned"), kind: "now" },
        { name: t("spent"), values: valuesOf("spent"), kind: "other" },
      ]}
    >
      <DeskTable
        empty={t("empty")}
        rows={parts}
        caption={t("redemption", { share })}
        rowKey={({ first }) => first}
        columns={[
          { head: t("day"), cell: (part) => part.name, isTitle: true },
          ...(["earned", "spent"] as const).map((name) => ({
            head: t(name),
            cell: (part: DayPart) => written(name, sumOf(part, dayList, VALUES[name])),
            isNumber: true,
          })),
        ]}
      />
    </ChartCard>
  );
}

/** How many members have each tier now. */
function TiersCard({ figures: { tierList, asked } }: { figures: Shown }) {
  const { t } = useTranslation(reportsTexts);
  return (
    <ChartCard
      isAcross
      caption={t("tiers")}
      labels={tierList.map(({ name }) => name)}
      series={[{ name: t("members"), values: tierList.map(({ members }) => members), kind: "now" }]}
      action={<Download query={{ ...asked, table: "tiers" }} of={t("tiers")} />}
    >
      <DeskTable
        empty={t("empty")}
        rows={tierList}
        caption={t("tiers")}
        rowKey={({ level }) => level}
        columns={[
          { head: t("tier"), cell: ({ name }) => name, isTitle: true },
          { head: t("members"), cell: ({ members }) => formatNumber(members), isNumber: true },
          { head: t("points"), cell: ({ points }) => formatNumber(points), isNumber: true },
        ]}
      />
    </ChartCard>
  );
}
