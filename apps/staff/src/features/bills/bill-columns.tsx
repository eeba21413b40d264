import { senOf } from "@loyalty/api-client/rules/points";
import { personOf } from "@loyalty/api-client/rules/records";
import { formatDateTime, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { type ColumnDef, createColumnHelper } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";

import { MemberLink } from "../../components/member-link.tsx";
import { billsTexts } from "../../texts/bills.ts";
import { BillFlags } from "./bill-flags.tsx";
import type { BillOrder, OfficeBill } from "./queries.ts";

const STATUS = { 1: "status.pending", 2: "status.verified", 3: "status.void" } as const;

/** The columns that can be left out, in their order; the receipt's stays. */
export const OPTIONAL = [
  "odd",
  "amount",
  "points",
  "member",
  "outlet",
  "paidAt",
  "by",
  "status",
] as const;
export type BillColumn = "receiptNumber" | (typeof OPTIONAL)[number];

const SORTED: Partial<Record<string, NonNullable<BillOrder["sort"]>>> = {
  receiptNumber: "receiptNumber",
  amount: "amount",
  points: "points",
  paidAt: "paidAt",
};

/** The order of the API for that of the table; without one the oddest of bills that wait, the newest of others. */
export function orderOf(
  [sorted]: readonly { id: string; desc: boolean }[],
  waits: boolean,
): Required<BillOrder> {
  const sort = sorted && SORTED[sorted.id];
  if (!sort) return { sort: waits ? "odd" : "paidAt", order: "desc" };
  return { sort, order: sorted.desc ? "desc" : "asc" };
}

/** Who recorded a bill: the person of the office, or the cashier, else the till. */
const byWhom = ({ recordedBy, staffName, tillName }: OfficeBill) =>
  (recordedBy && personOf(recordedBy)) ?? [staffName, tillName].filter(Boolean).join(", ");

const flagsOf = (bill: OfficeBill) => <BillFlags bill={bill} />;

/** The columns of the bills, named by `nameOf`. */
export function useBillColumns(): {
  columns: ColumnDef<OfficeBill, never>[];
  nameOf: (column: BillColumn) => string;
} {
  const { t } = useTranslation(billsTexts);
  const nameOf = (column: BillColumn) =>
    column === "receiptNumber"
      ? t("receipt")
      : column === "odd" || column === "status"
        ? t(`${column}.title`)
        : t(column);
  const labelled = (id: BillColumn) => ({ header: nameOf(id), meta: { label: nameOf(id) } });
  const numbered = (id: BillColumn) => ({
    header: nameOf(id),
    meta: { label: nameOf(id), isNumber: true },
  });
  const memberOf = ({ memberId, memberName }: OfficeBill) => (
    <MemberLink memberId={memberId}>{memberName ?? t("memberNumber", { id: memberId })}</MemberLink>
  );
  const column = createColumnHelper<OfficeBill>();
  const columns = [
    column.accessor("receiptNumber", { header: nameOf("receiptNumber"), meta: { isTitle: true } }),
    column.display({
      id: "odd",
      header: nameOf("odd"),
      cell: ({ row }) => flagsOf(row.original),
    }),
    column.accessor(({ amount }) => senOf(amount), {
      id: "amount",
      ...numbered("amount"),
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor("points", {
      ...numbered("points"),
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor("memberName", {
      id: "member",
      ...labelled("member"),
      enableSorting: false,
      cell: ({ row }) => memberOf(row.original),
    }),
    column.accessor(({ outletName, outletId }) => outletName ?? outletId, {
      id: "outlet",
      ...labelled("outlet"),
      enableSorting: false,
    }),
    column.accessor("paidAt", {
      ...labelled("paidAt"),
      cell: ({ getValue }) => formatDateTime(getValue()),
    }),
    column.accessor(byWhom, {
      id: "by",
      header: nameOf("by"),
      meta: { label: nameOf("by"), isSpare: true },
      enableSorting: false,
      cell: ({ getValue }) => getValue() || "–",
    }),
    column.accessor(({ statusId }) => t(STATUS[statusId as 1 | 2 | 3]), {
      id: "status",
      ...labelled("status"),
      enableSorting: false,
    }),
  ] as ColumnDef<OfficeBill, never>[];
  return { columns, nameOf };
}
