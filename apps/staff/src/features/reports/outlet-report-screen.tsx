import { currency } from "@loyalty/api-client/group";
import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChartCard } from "../../components/chart-card.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { Change } from "../../components/figure-strip.tsx";
import { Page, Section } from "../../components/page.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import { Download, FigureRowsDialog, type OpenFigure } from "./figure-rows.tsx";
import { PeriodBar, PeriodLine, usePeriod } from "./period.tsx";
import { type Figures, type FiguresQuery, useFigures } from "./queries.ts";
import { Visits } from "./visits.tsx";

type Shown = Figures & { asked: FiguresQuery };
type Row = Figures["outletList"][number];
type Sums = Figures["total"];

const COLUMNS = ["sales", "verified", "earned", "joined", "used"] as const;
type ColumnName = (typeof COLUMNS)[number];

const FIELDS = {
  sales: "billsAmount",
  verified: "bills",
  earned: "pointsEarned",
  joined: "joined",
  used: "vouchersUsed",
} as const;

/** A count, or sen. */
const numberOf = (sums: Sums, name: ColumnName) =>
  name === "sales" ? senOf(sums.billsAmount) : Number(sums[FIELDS[name]]);

const written = (sums: Sums, name: ColumnName) =>
  name === "sales" ? formatMoney(senOf(sums.billsAmount)) : formatNumber(numberOf(sums, name));

/** /outlet-report: the outlets compared with each other and with the days before. */
export default function OutletReportScreen() {
  const { t } = useTranslation(reportsTexts);
  const [opened, setOpened] = useState<OpenFigure | null>(null);
  const asked = usePeriod();
  const query = useFigures(asked);
  return (
    <Page title={t("outlets")} wide>
      <PeriodBar asked={asked} />
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="24rem">
        {(figures) => (
          <>
            <PeriodLine figures={figures} isOld={query.isPlaceholderData} />
            <Report figures={figures} onOpen={setOpened} />
          </>
        )}
      </QueryResult>
      {opened && <FigureRowsDialog figure={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Report({ figures, onOpen }: { figures: Shown; onOpen: (figure: OpenFigure) => void }) {
  const { t } = useTranslation(reportsTexts);
  const { asked, outletList, isEveryOutlet } = figures;
  // Members who chose no outlet are no outlet to compare.
  const compared = outletList.filter(({ outletId }) => outletId !== null);
  return (
    <>
      {compared.length > 1 && <ComparedCard outlets={compared} />}
      <Section
        title={t("byOutlet")}
        action={<Download query={{ ...asked, table: "outlets" }} of={t("byOutlet")} />}
      >
        <OutletTable
          figures={{ ...figures, outletList: isEveryOutlet ? outletList : compared }}
          onOpen={onOpen}
        />
      </Section>
      <Visits visits={figures.visits} asked={asked} />
    </>
  );
}

/** One figure of the outlets, those with most first, and what it was on the days before. */
function ComparedCard({ outlets }: { outlets: readonly Row[] }) {
  const { t } = useTranslation(reportsTexts);
  const [name, setName] = useState<ColumnName>("sales");
  const rows = outlets.toSorted(
    (one, other) => numberOf(other.sums, name) - numberOf(one.sums, name),
  );
  const drawn = (sums: Sums) => numberOf(sums, name) / (name === "sales" ? 100 : 1);
  return (
    <ChartCard
      isAcross
      caption={t("compared")}
      labels={rows.map(({ outletName }) => outletName ?? "")}
      series={[
        { name: t("now"), values: rows.map(({ sums }) => drawn(sums)), kind: "now" },
        { name: t("before"), values: rows.map(({ before }) => drawn(before)), kind: "before" },
      ]}
      choice={{ names: COLUMNS.map((id) => ({ id, name: t(id) })), chosen: name }}
      onChoose={(id) => setName(COLUMNS.find((each) => each === id) ?? "sales")}
      unit={name === "sales" ? currency.sign : undefined}
    >
      <DeskTable
        empty={t("empty")}
        rows={rows}
        caption={t("compared")}
        rowKey={({ outletId }) => outletId ?? 0}
        columns={[
          { head: t("outlet"), cell: ({ outletName }) => outletName, isTitle: true },
          { head: t(name), cell: ({ sums }) => written(sums, name), isNumber: true },
          { head: t("before"), cell: ({ before }) => written(before, name), isNumber: true },
        ]}
      />
    </ChartCard>
  );
}

function OutletTable({
  figures,
  onOpen,
}: {
  figures: Shown;
  onOpen: (figure: OpenFigure) => void;
}) {
  const { t } = useTranslation(reportsTexts);
  const { asked, outletList, total, before } = figures;
  const nameOf = ({ outletName }: Row) => outletName ?? t("noOutlet");
  const open = (row: Row) =>
    row.outletId === null || row.sums.bills === 0 ? (
      nameOf(row)
    ) : (
      <Button
        variant="link"
        aria-label={`${nameOf(row)}: ${t("verified")}`}
        onClick={() =>
          onOpen({
            title: `${nameOf(row)}: ${t("verified")}`,
            source: { table: "bills", figure: "verified" },
            days: { ...asked, outletId: row.outletId! },
          })
        }
      >
        {nameOf(row)}
      </Button>
    );
  const change = (sums: Sums, was: Sums) => (
    <Change value={sums.billsAmount} before={was.billsAmount} />
  );
  const [sales, ...others] = COLUMNS.map((name) => ({
    id: name,
    head: t(name),
    isNumber: true,
    cell: ({ sums }: Row) => written(sums, name),
    sortBy: ({ sums }: Row) => numberOf(sums, name),
    foot: written(total, name),
  }));
  return (
    <DeskTable
      name="outlet-report"
      // The file of the section is logged.
      onExport={null}
      rows={outletList}
      columns={[
        {
          id: "outlet",
          head: t("outlet"),
          isTitle: true,
          cell: open,
          sortBy: nameOf,
          foot: t("total"),
        },
        sales!,
        {
          id: "change",
          head: t("change"),
          cell: ({ sums, before: was }) => change(sums, was),
          sortBy: ({ sums, before: was }) =>
            (senOf(sums.billsAmount) - senOf(was.billsAmount)) / (senOf(was.billsAmount) || 1),
          foot: change(total, before),
        },
        ...others,
      ]}
      caption={t("byOutlet")}
      empty={t("empty")}
      rowKey={({ outletId }) => outletId ?? 0}
    />
  );
}
