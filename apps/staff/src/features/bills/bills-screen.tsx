import { messageOf } from "@loyalty/api-client/errors";
import { senOf } from "@loyalty/api-client/rules/points";
import { personOf } from "@loyalty/api-client/rules/records";
import { Button } from "@loyalty/ui/button";
import { Checkbox } from "@loyalty/ui/choice";
import { Dialog } from "@loyalty/ui/dialog";
import { TextField } from "@loyalty/ui/field";
import { formatDateTime, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { showToast } from "@loyalty/ui/toast";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { type ColumnDef, createColumnHelper } from "@tanstack/react-table";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { Chip, type ChipKind } from "../../components/chip.tsx";
import { DayField } from "../../components/day-field.tsx";
import { useDeciders } from "../../components/deciders.ts";
import { DeskTable } from "../../components/desk-table.tsx";
import { ChoiceFilterField, OutletFilter, useAddressFilter } from "../../components/filters.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { FilterBar, Page } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { isDay } from "../../components/typed-day.ts";
import { VerifyDialog } from "../../components/verify-dialog.tsx";
import type { VerifiedBill } from "../../queries/bills.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { billsTexts } from "../../texts/bills.ts";
import { AddDialog, MoveDialog, VoidDialog } from "./bill-dialogs.tsx";
import styles from "./bills.module.css";
import { type BillState, type OfficeBill, useOfficeBills, useVerifyBills } from "./queries.ts";

const STATES: readonly BillState[] = [
  "unverified",
  "overdue",
  "waiting",
  "pending",
  "verified",
  "void",
];
const PENDING = 1;
const STATUS = { 1: "status.pending", 2: "status.verified", 3: "status.void" } as const;

const isPending = ({ statusId }: OfficeBill) => statusId === PENDING;
/** Whether nothing is odd about a bill but that it is late: others are ticked one by one. */
const isUsual = ({ odd }: OfficeBill) => odd.every((why) => why === "overdue");

/** /bills: the bills of one's outlets, odd ones first with why. The address holds what is listed. */
export default function BillsScreen() {
  const { t } = useTranslation(billsTexts);
  const { data: me } = useMe();
  const [search, setSearch] = useSearchParams();
  const states = useAddressFilter("state", STATES, "unverified");
  const state = states.value;
  const outletId = Number(search.get("outlet")) || undefined;
  const receipt = search.get("receipt") ?? "";
  const day = search.get("day") ?? "";
  const narrow = (name: "outlet" | "receipt" | "day", value: string) =>
    setSearch(
      (before) => {
        if (value === "") before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const [isAdding, setAdding] = useState(false);
  const receiptNumber = useDebouncedValue(receipt.trim());
  const filter = {
    ...(state && { state }),
    ...(outletId && { outletId }),
    ...(receiptNumber && { receiptNumber }),
    ...(isDay(day) && { businessDay: day }),
  };
  const isUnfiltered = state === "unverified" && !outletId && !receiptNumber && !day;

  return (
    <Page
      title={t("title")}
      wide
      action={
        hasPermission(me, "POST /staff/bill") && (
          <Button variant="outline" onClick={() => setAdding(true)}>
            {t("add.do")}
          </Button>
        )
      }
    >
      <FilterBar label={t("filter")}>
        <ChoiceFilterField
          label={t("state")}
          filter={states}
          nameOf={(each) => t(`states.${each}`)}
        />
        <OutletFilter
          outletId={outletId}
          onChange={(id) => narrow("outlet", id === undefined ? "" : String(id))}
        />
        <TextField
          label={t("receipt")}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={receipt}
          onChange={(event) => narrow("receipt", event.currentTarget.value)}
        />
        <DayField label={t("day")} value={day} onChange={(value) => narrow("day", value)} />
      </FilterBar>
      {/* Another filter is another list: nothing stays ticked that is not seen. */}
      <BillList
        key={JSON.stringify(filter)}
        filter={filter}
        empty={t(isUnfiltered ? "none" : "noneFiltered")}
      />
      {isAdding && <AddDialog outletId={outletId} onClose={() => setAdding(false)} />}
    </Page>
  );
}

interface BillListProps {
  filter: Parameters<typeof useOfficeBills>[0];
  /** What is said of no bills. */
  empty: string;
}

function BillList({ filter, empty }: BillListProps) {
  const { t } = useTranslation(billsTexts);
  const { data: me } = useMe();
  const query = useOfficeBills(filter);
  const verify = useVerifyBills();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const [act, setAct] = useState<{ kind: "void" | "move"; bill: OfficeBill } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const canVerify = hasPermission(me, "POST /staff/bill/verify");
  const open = canVerify ? (query.data ?? []).filter(isPending) : [];
  const chosen = open.filter(({ id }) => ticked.has(id));
  const usual = open.filter(isUsual);

  const tick = (ids: readonly number[], isTicked: boolean) =>
    setTicked((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isTicked) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  const receiptOf = (bill: OfficeBill) =>
    canVerify && isPending(bill) ? (
      <Checkbox
        label={bill.receiptNumber}
        checked={ticked.has(bill.id)}
        onChange={(event) => tick([bill.id], event.currentTarget.checked)}
      />
    ) : (
      bill.receiptNumber
    );
  const memberOf = ({ memberId, memberName }: OfficeBill) => (
    <MemberLink memberId={memberId}>{memberName ?? t("memberNumber", { id: memberId })}</MemberLink>
  );
  const decidersOf = useDeciders();
  const stateOf = ({ statusId, movingTo, deciders }: OfficeBill) =>
    movingTo === null
      ? t(STATUS[statusId as 1 | 2 | 3])
      : t("movingTo", { name: movingTo, who: decidersOf(deciders) });
  const verifyChosen = () => {
    const receipts = new Map(chosen.map((bill) => [bill.id, bill.receiptNumber]));
    verify.mutate([...receipts.keys()], {
      onSuccess: (found) => {
        setTicked(new Set());
        setResults(
          found.map((each) => ({
            ...each,
            receipt: receipts.get(each.billId) ?? String(each.billId),
          })),
        );
      },
      onError: (error) => showToast("error", messageOf(error, t("failed")), 8),
    });
  };

  const sumOf = (bills: readonly OfficeBill[]) =>
    t("sum", {
      count: bills.length,
      amount: formatMoney(bills.reduce((sum, { amount }) => sum + senOf(amount), 0)),
      points: formatNumber(bills.reduce((sum, { points }) => sum + points, 0)),
    });
  const actsOf = (bill: OfficeBill) =>
    bill.statusId !== 3 &&
    bill.movingTo === null && (
      <span className={styles.acts}>
        {hasPermission(me, "POST /staff/bill/{bill_id}/move") && (
          <Button
            variant="ghost"
            aria-label={t("move.of", { receipt: bill.receiptNumber })}
            onClick={() => setAct({ kind: "move", bill })}
          >
            {t("move.do")}
          </Button>
        )}
        {hasPermission(me, "POST /staff/bill/{bill_id}/void") && (
          <Button
            variant="ghost"
            aria-label={t("void.of", { receipt: bill.receiptNumber })}
            onClick={() => setAct({ kind: "void", bill })}
          >
            {t("void.do")}
          </Button>
        )}
      </span>
    );
  const column = createColumnHelper<OfficeBill>();
  const columns = [
    column.accessor("receiptNumber", {
      header: t("receipt"),
      meta: { isTitle: true },
      cell: ({ row }) => receiptOf(row.original),
    }),
    column.accessor(({ odd }) => odd.length, {
      id: "odd",
      header: t("odd.title"),
      meta: { label: t("odd.title") },
      cell: ({ row }) => oddOf(row.original),
    }),
    column.accessor(({ amount }) => senOf(amount), {
      id: "amount",
      header: t("amount"),
      meta: { isNumber: true, label: t("amount") },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor("points", {
      header: t("points"),
      meta: { isNumber: true, label: t("points") },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor(({ memberName }) => memberName ?? "", {
      id: "member",
      header: t("member"),
      meta: { label: t("member") },
      cell: ({ row }) => memberOf(row.original),
    }),
    column.accessor("paidAt", {
      header: t("paidAt"),
      meta: { label: t("paidAt") },
      cell: ({ row }) => whenAndWhere(row.original),
    }),
    column.accessor(byWhom, {
      id: "by",
      header: t("by"),
      meta: { label: t("by") },
      cell: ({ getValue }) => getValue() || "–",
    }),
    column.accessor(stateOf, {
      id: "status",
      header: t("status.title"),
      meta: { label: t("status.title") },
    }),
    column.display({ id: "acts", header: "", cell: ({ row }) => actsOf(row.original) }),
  ] as ColumnDef<OfficeBill, never>[];
  return (
    <>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="12rem">
        {(bills) => (
          <>
            {bills.length > 0 && <p className={styles.sum}>{sumOf(bills)}</p>}
            <DeskTable
              rows={bills}
              columns={columns}
              caption={t("title")}
              empty={empty}
              rowKey={({ id }) => id}
              density="tight"
              stateOf={({ id, movingTo }) =>
                movingTo !== null ? "waiting" : ticked.has(id) ? "selected" : undefined
              }
            />
          </>
        )}
      </QueryResult>
      <MoreButton query={query} label={t("more")} />
      {open.length > 0 && (
        <div className={styles.bar}>
          {usual.length > 0 && (
            <Checkbox
              label={t(usual.length < open.length ? "tickUsual" : "tickAll", {
                count: usual.length,
              })}
              checked={usual.every(({ id }) => ticked.has(id))}
              onChange={(event) =>
                tick(
                  usual.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          )}
          <Button
            disabled={chosen.length === 0}
            busy={verify.isPending}
            onClick={() => setAsking(true)}
          >
            {t("verify.do", { count: chosen.length })}
          </Button>
        </div>
      )}
      {isAsking && (
        <VerifyDialog bills={chosen} onConfirm={verifyChosen} onClose={() => setAsking(false)} />
      )}
      {results && <ResultsDialog results={results} onClose={() => setResults(null)} />}
      {act?.kind === "void" && <VoidDialog bill={act.bill} onClose={() => setAct(null)} />}
      {act?.kind === "move" && <MoveDialog bill={act.bill} onClose={() => setAct(null)} />}
    </>
  );
}

/** Who recorded a bill: the person of the office, or the cashier, else the till. */
const byWhom = ({ recordedBy, staffName, tillName }: OfficeBill) =>
  (recordedBy && personOf(recordedBy)) ?? [staffName, tillName].filter(Boolean).join(", ");

const whenAndWhere = ({ paidAt, outletName, outletId }: OfficeBill) =>
  `${formatDateTime(paidAt)}, ${outletName ?? outletId}`;

const oddOf = (bill: OfficeBill) => (bill.odd.length > 0 ? <Odd bill={bill} /> : null);

/** What no till verifies is grave, and that a member came twice is only to know. */
const CHIPS: Record<OfficeBill["odd"][number], ChipKind> = {
  bill_limit: "grave",
  till_day_limit: "grave",
  member_day_limit: "grave",
  second_person: "grave",
  overdue: "warn",
  by_hand: "warn",
  second_of_day: "info",
};

function Odd({ bill }: { bill: OfficeBill }) {
  const { t } = useTranslation(billsTexts);
  return (
    <span className={styles.flags}>
      {bill.odd.map((why) => (
        <Chip key={why} kind={CHIPS[why]}>
          {t(`odd.${why}`)}
        </Chip>
      ))}
    </span>
  );
}

type Result = VerifiedBill & { receipt: string };

/** What became of each of the bills that were verified together, the refused ones first. */
function ResultsDialog(props: { results: readonly Result[]; onClose: () => void }) {
  const { t } = useTranslation(billsTexts);
  const { results, onClose } = props;
  const verified = results.filter(({ isVerified }) => isVerified);
  const refused = results.filter(({ isVerified }) => !isVerified);
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay
      title={t("verify.results", { count: verified.length })}
      description={refused.length > 0 && t("verify.refused", { count: refused.length })}
      footer={<Button onClick={onClose}>{t("verify.close")}</Button>}
    >
      <ul className={styles.results}>
        {[...refused, ...verified].map(({ billId, receipt, isVerified, whyNot }) => (
          <li key={billId}>
            {isVerified
              ? t("verify.one", { receipt })
              : t("verify.not", {
                  receipt,
                  why: whyNot ? problemText(whyNot) : t("failed"),
                })}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
