import { senOf } from "@loyalty/api-client/rules/points";
import { formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { Check, CircleAlert, type LucideIcon, Minus, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Chip, type ChipKind } from "../../components/chip.tsx";
import { type Column, DeskTable } from "../../components/desk-table.tsx";
import { problemText } from "../../components/problems.ts";
import { Segments } from "../../components/segments.tsx";
import { signedMoney } from "../../components/signed.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import type { SalesBill, SalesDifferences } from "./queries.ts";

const FILTERS = ["differences", "differ", "onlyOurs", "onlyTheirs", "matching"] as const;

/** Which of the rows are shown; `differences`: what a person has to look at. */
export type Filter = (typeof FILTERS)[number];

const CHIPS = {
  tooMuch: { kind: "grave", Icon: CircleAlert },
  tooLittle: { kind: "warn", Icon: TriangleAlert },
  no_sale: { kind: "grave", Icon: CircleAlert },
  void: { kind: "warn", Icon: TriangleAlert },
  other_outlet: { kind: "warn", Icon: TriangleAlert },
  onlyTheirs: { kind: "quiet", Icon: Minus },
  matching: { kind: "ok", Icon: Check },
} satisfies Record<string, { kind: ChipKind; Icon: LucideIcon }>;

/** A bill, a sale, or both; amounts in sen. */
interface Row {
  what: keyof typeof CHIPS;
  outletId: number;
  day: string;
  receipt: string;
  sold: number | null;
  billed: number | null;
  bill: SalesBill | null;
  /** The line of the file. */
  line: number | null;
}

const ofBill = (bill: SalesBill) => ({
  outletId: bill.outletId,
  day: bill.businessDay,
  receipt: bill.receiptNumber,
  billed: senOf(bill.amount),
  bill,
});

/** The rows of each filter, the greatest differences first. */
function rowsOf(found: SalesDifferences): Record<Filter, Row[]> {
  const differ = found.amountsDiffer.map(({ memberEarn, line, soldAmount }): Row => {
    const sold = senOf(soldAmount);
    const of = ofBill(memberEarn);
    return { ...of, what: of.billed > sold ? "tooMuch" : "tooLittle", sold, line };
  });
  const onlyOurs = found.onlyOurs.map(({ memberEarn, reason }): Row => ({
    ...ofBill(memberEarn),
    what: reason,
    sold: null,
    line: null,
  }));
  const differences = [...differ, ...onlyOurs].sort(
    (one, other) => Math.abs(differenceOf(other)) - Math.abs(differenceOf(one)),
  );
  return {
    differences,
    differ,
    onlyOurs,
    onlyTheirs: found.onlyTheirs.map(({ outletId, businessDay, receiptNumber, amount, line }) => ({
      what: "onlyTheirs",
      outletId,
      day: businessDay,
      receipt: receiptNumber,
      sold: senOf(amount),
      billed: null,
      bill: null,
      line,
    })),
    matching: found.matching.map((bill) => {
      const of = ofBill(bill);
      return { ...of, what: "matching", sold: of.billed, line: null };
    }),
  };
}

const differenceOf = ({ billed, sold }: Row) => (billed ?? 0) - (sold ?? 0);

interface DifferencesListProps {
  found: SalesDifferences;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The matching bills that are not verified. */
  unticked: ReadonlySet<number>;
  onTick: (unticked: ReadonlySet<number>) => void;
}

/** One list of what differs and what matches, of which a filter shows a part. */
export function DifferencesList(props: DifferencesListProps) {
  const { found, filter, onFilter, unticked, onTick } = props;
  const { t } = useTranslation(reconcileTexts);
  const { data: me } = useMe();
  const counts: Record<Filter, number> = {
    differences: found.amountsDifferCount + found.onlyOursCount,
    differ: found.amountsDifferCount,
    onlyOurs: found.onlyOursCount,
    onlyTheirs: found.onlyTheirsCount,
    matching: found.matchingCount,
  };
  const rows = rowsOf(found)[filter];
  const mayVerify = filter === "matching" && hasPermission(me, "POST /staff/bill/verify");
  const outletOf = ({ outletId }: Row) =>
    me?.outlets.find((each) => each.id === outletId)?.name ?? String(outletId);
  const isTicked = ({ bill }: Row) => bill !== null && !unticked.has(bill.id);
  const toggle = (id: number) => {
    const after = new Set(unticked);
    if (!after.delete(id)) after.add(id);
    onTick(after);
  };
  const money = (sen: number | null) => (sen === null ? "–" : formatMoney(sen));
  const tickOf = (row: Row) =>
    row.bill && (
      <input
        type="checkbox"
        aria-label={t("tick", { receipt: row.receipt })}
        checked={isTicked(row)}
        onChange={() => toggle(row.bill!.id)}
      />
    );
  const tick: Column<Row> = { id: "tick", head: "", corner: "tick", cell: tickOf };
  const columns: Column<Row>[] = [
    {
      id: "receipt",
      head: t("receipt"),
      isTitle: true,
      cell: receiptOf,
      sortBy: ({ receipt }) => receipt,
    },
    {
      id: "what",
      head: t("what"),
      cell: reasonOf,
      sortBy: ({ what }) => Object.keys(CHIPS).indexOf(what),
    },
    { id: "outlet", head: t("outlet"), cell: outletOf, sortBy: outletOf },
    { id: "day", head: t("day"), cell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
    {
      id: "sold",
      head: t("sold"),
      isNumber: true,
      cell: ({ sold }) => money(sold),
      sortBy: ({ sold }) => sold ?? -1,
    },
    {
      id: "billed",
      head: t("billed"),
      isNumber: true,
      cell: ({ billed }) => money(billed),
      sortBy: ({ billed }) => billed ?? -1,
    },
  ];
  const difference: Column<Row> = {
    id: "difference",
    head: t("difference"),
    isNumber: true,
    cell: (row) => signedMoney(differenceOf(row)),
    sortBy: differenceOf,
  };
  const line: Column<Row> = {
    id: "line",
    head: t("line"),
    isNumber: true,
    cell: ({ line: at }) => at,
    sortBy: ({ line: at }) => at ?? 0,
  };
  const why: Column<Row> = {
    id: "why",
    head: t("why"),
    isLong: true,
    cell: ({ bill }) => bill?.whyNot && problemText(bill.whyNot),
  };
  const shown =
    filter === "matching"
      ? [...(mayVerify ? [tick] : []), ...columns, why]
      : filter === "onlyTheirs"
        ? [...columns.filter(({ id }) => id !== "billed"), line]
        : [...columns, difference, line];
  const isWhole = found.unreadableCount === 0;
  return (
    <DeskTable
      key={filter}
      name="reconcile"
      // The page has the file, of all of them.
      onExport={null}
      filters={{
        label: t("what"),
        fields: (
          <Segments
            label={t("what")}
            options={FILTERS.map((id) => ({
              id,
              name: t("filterOf", { name: t(`filters.${id}`), number: formatNumber(counts[id]) }),
              isOn: id === filter,
            }))}
            onChoose={onFilter}
          />
        ),
      }}
      sum={
        rows.length < counts[filter]
          ? t("cut", { shown: formatNumber(rows.length), count: formatNumber(counts[filter]) })
          : undefined
      }
      rows={rows}
      caption={t(`filters.${filter}`)}
      empty={t(isWhole ? `none.${filter}` : "noneInRead")}
      rowKey={({ line: at, bill }) => bill?.id ?? `line ${at}`}
      stateOf={(row) => (mayVerify && isTicked(row) ? "selected" : undefined)}
      columns={shown}
    />
  );
}

const receiptOf = (row: Row) => <Receipt row={row} />;
const reasonOf = ({ what }: Row) => <Reason what={what} />;

function Reason({ what }: Pick<Row, "what">) {
  const { t } = useTranslation(reconcileTexts);
  return <Chip {...CHIPS[what]}>{t(`kinds.${what}`)}</Chip>;
}

/** A receipt that leads to its bill, where it is moved or voided, for whom their roles open the bills. */
function Receipt({ row: { receipt, bill } }: { row: Row }) {
  const { data: me } = useMe();
  if (bill === null || !hasPermission(me, "GET /staff/bill")) return receipt;
  return <Link to={`/bills?${new URLSearchParams({ state: "all", receipt })}`}>{receipt}</Link>;
}
