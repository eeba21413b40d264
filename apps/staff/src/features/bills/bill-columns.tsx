import { senOf } from "@loyalty/api-client/rules/points";
import { personOf } from "@loyalty/api-client/rules/records";
import { formatDateTime, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import type { Column } from "../../components/desk-table.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import type { QueryOf } from "../../queries/requests.ts";
import { billsTexts } from "../../texts/bills.ts";
import { BillFlags } from "./bill-flags.tsx";
import type { BillOrder, OfficeBill } from "./queries.ts";

const STATUS = { 1: "status.pending", 2: "status.verified", 3: "status.void" } as const;

export type BillColumn = NonNullable<QueryOf<"GET /staff/bill/file">["columns"]>[number];

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

/** The columns of the bills, with the ids that the API's file has too. */
export function useBillColumns(): Column<OfficeBill>[] {
  const { t } = useTranslation(billsTexts);
  const nameOf = (column: BillColumn) =>
    column === "receiptNumber"
      ? t("receipt")
      : column === "odd" || column === "status"
        ? t(`${column}.title`)
        : t(column);
  const named = (id: BillColumn) => ({ id, head: nameOf(id) });
  const memberOf = ({ memberId, memberName }: OfficeBill) => (
    <MemberLink memberId={memberId}>{memberName ?? t("memberNumber", { id: memberId })}</MemberLink>
  );
  return [
    {
      ...named("receiptNumber"),
      isTitle: true,
      cell: ({ receiptNumber }) => receiptNumber,
      sortBy: ({ receiptNumber }) => receiptNumber,
    },
    // Chips name themselves.
    { id: "odd", head: () => nameOf("odd"), cell: flagsOf },
    {
      ...named("amount"),
      isNumber: true,
      inCard: "figure",
      cell: ({ amount }) => formatMoney(senOf(amount)),
      sortBy: ({ amount }) => senOf(amount),
    },
    {
      ...named("points"),
      isNumber: true,
      cell: ({ points }) => formatNumber(points),
      sortBy: ({ points }) => points,
    },
    { ...named("member"), inCard: "plain", cell: memberOf },
    {
      ...named("outlet"),
      inCard: "plain",
      cell: ({ outletName, outletId }) => outletName ?? outletId,
    },
    {
      ...named("paidAt"),
      inCard: "plain",
      cell: ({ paidAt }) => formatDateTime(paidAt),
      sortBy: ({ paidAt }) => paidAt,
    },
    { ...named("by"), inCard: "plain", isSpare: true, cell: byWhom },
    {
      ...named("status"),
      inCard: "plain",
      cell: ({ statusId }) => t(STATUS[statusId as 1 | 2 | 3]),
    },
  ];
}
