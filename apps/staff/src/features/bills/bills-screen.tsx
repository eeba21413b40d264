import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { ArrowLeftRight, Ban, Check, UserRound } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { DaysFilter, useDaysInAddress } from "../../components/days-filter.tsx";
import { QueryTable, useSorting } from "../../components/desk-table.tsx";
import {
  ChoiceFilterField,
  OutletFilter,
  useAddressFilter,
  useOutletInAddress,
  useTextInAddress,
} from "../../components/filters.tsx";
import { memberPath } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Page } from "../../components/page.tsx";
import type { RowAct } from "../../components/row-menu.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { billsTexts } from "../../texts/bills.ts";
import { type BillColumn, orderOf, useBillColumns } from "./bill-columns.tsx";
import { AddDialog, MoveDialog, VoidDialog } from "./bill-dialogs.tsx";
import { FLAGS } from "./bill-flags.tsx";
import {
  type BillFilter,
  type BillSums,
  billsFile,
  type BillState,
  type OfficeBill,
  useOfficeBills,
} from "./queries.ts";
import { SelectedBills } from "./selected-bills.tsx";

const STATES: readonly BillState[] = [
  "unverified",
  "overdue",
  "waiting",
  "pending",
  "verified",
  "counted",
  "void",
];
/** Those whose bills differ in their status: others are of one, and need no column for it. */
const MIXED = new Set<BillState | undefined>([undefined, "counted"]);
const OPEN = new Set<BillState | undefined>(["unverified", "overdue", "waiting", "pending"]);
const PENDING = 1;
const VOID = 3;

/** Whether nothing is odd about a bill but that it is late: others are ticked one by one. */
const isUsual = ({ odd }: OfficeBill) => odd.every((why) => why === "overdue");

/** /bills: the bills of one's outlets, odd ones first with why. The address holds what is listed, and how. */
export default function BillsScreen() {
  const { t } = useTranslation(billsTexts);
  const { data: me } = useMe();
  const states = useAddressFilter("state", STATES, "unverified");
  const flags = useAddressFilter("flag", FLAGS);
  const [days, setDays] = useDaysInAddress();
  const [sorting] = useSorting();
  const outletId = useOutletInAddress();
  const [receipt, setReceipt] = useTextInAddress("receipt");
  const receiptNumber = useDebouncedValue(receipt.trim());
  const [isAsking, setAsking] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const columns = useBillColumns();
  const state = states.value;
  const filter: BillFilter = {
    ...(state && { state }),
    ...(flags.value && { flag: flags.value }),
    ...(outletId && { outletId }),
    ...(receiptNumber && { receiptNumber }),
    ...days,
  };
  const order = orderOf(sorting, OPEN.has(state));
  const query = useOfficeBills({ ...filter, ...order });
  const list = JSON.stringify(filter);
  const [selection, setSelection] = useState({ list, ids: [] as readonly number[] });
  // Another filter is another list: nothing stays selected that is not seen.
  const ids = new Set(selection.list === list ? selection.ids : []);
  const select = (some: readonly number[], isSelected: boolean) => {
    const left = [...ids].filter((id) => !some.includes(id));
    setSelection({ list, ids: isSelected ? [...left, ...some] : left });
  };
  const selected = (query.data?.bills ?? []).filter(({ id }) => ids.has(id));
  const isUnfiltered = Object.keys(filter).join() === "state" && state === "unverified";

  return (
    <Page
      title={t("title")}
      wide
      action={
        <>
          <SelectedBills
            bills={selected}
            isAsking={isAsking}
            onAsk={setAsking}
            onDone={() => setSelection({ list, ids: [] })}
          />
          {selected.length === 0 && hasPermission(me, "POST /staff/bill") && (
            <Button variant="outline" onClick={() => setAdding(true)}>
              {t("add.do")}
            </Button>
          )}
        </>
      }
    >
      <BillTable
        query={{ ...query, data: query.data?.bills }}
        columns={MIXED.has(state) ? columns : columns.filter(({ id }) => id !== "status")}
        empty={t(isUnfiltered ? "none" : "noneFiltered")}
        filters={{
          label: t("filter"),
          fields: (
            <>
              <ChoiceFilterField
                label={t("state")}
                filter={states}
                nameOf={(each) => t(`states.${each}`)}
              />
              <OutletFilter />
              <DaysFilter days={days} onChange={setDays} />
              <ChoiceFilterField
                label={t("odd.title")}
                filter={flags}
                nameOf={(each) => (each === "all" ? t("odd.any") : t(`odd.${each}`))}
              />
              <TextField
                labelHidden
                label={t("receipt")}
                placeholder={t("receipt")}
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={40}
                value={receipt}
                onChange={({ currentTarget }) => setReceipt(currentTarget.value)}
              />
            </>
          ),
        }}
        sum={<Sum sums={query.data?.sums} />}
        onExport={
          hasPermission(me, "GET /staff/bill/file")
            ? (format, shown) =>
                billsFile({ ...filter, ...order, format, columns: [...shown] as BillColumn[] })
            : null
        }
        ids={ids}
        onSelect={select}
        onVerify={(id) => {
          setSelection({ list, ids: [id] });
          setAsking(true);
        }}
      />
      <MoreButton query={query} label={t("more")} />
      {isAdding && <AddDialog outletId={outletId} onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** What all the bills of the list come to. */
function Sum({ sums }: { sums: BillSums | null | undefined }) {
  const { t } = useTranslation(billsTexts);
  if (!sums || sums.bills === 0) return null;
  return (
    <span>
      {t("sum", {
        count: sums.bills,
        amount: formatMoney(senOf(sums.amount)),
        points: formatNumber(sums.points),
      })}
    </span>
  );
}

type OfTable = ComponentProps<typeof QueryTable<OfficeBill>>;

interface BillTableProps extends Pick<
  OfTable,
  "query" | "columns" | "empty" | "filters" | "sum" | "onExport"
> {
  /** The selected ones. */
  ids: ReadonlySet<number>;
  onSelect: (ids: readonly number[], isSelected: boolean) => void;
  onVerify: (id: number) => void;
}

function BillTable({ columns, ids, onSelect, onVerify, ...list }: BillTableProps) {
  const { t } = useTranslation(billsTexts);
  const { data: me } = useMe();
  const navigate = useNavigate();
  const [act, setAct] = useState<{ kind: "void" | "move"; bill: OfficeBill } | null>(null);
  const canVerify = hasPermission(me, "POST /staff/bill/verify");
  const isOpen = ({ statusId, movingTo }: OfficeBill) =>
    canVerify && statusId === PENDING && movingTo === null;
  const bills = list.query.data ?? [];
  const usual = bills.filter((bill) => isOpen(bill) && isUsual(bill)).map(({ id }) => id);
  const actsOf = (bill: OfficeBill): RowAct[] => {
    const { id, memberId, statusId, movingTo } = bill;
    const canChange = statusId !== VOID && movingTo === null;
    const can = {
      verify: isOpen(bill),
      find: hasPermission(me, "POST /staff/member/find"),
      move: canChange && hasPermission(me, "POST /staff/bill/{bill_id}/move"),
      void: canChange && hasPermission(me, "POST /staff/bill/{bill_id}/void"),
    };
    return [
      ...(can.verify
        ? [{ name: t("verify.confirm"), Icon: Check, onChoose: () => onVerify(id) }]
        : []),
      ...(can.find
        ? [
            {
              name: t("showMember"),
              Icon: UserRound,
              onChoose: () => void navigate(memberPath(memberId)),
            },
          ]
        : []),
      ...(can.move
        ? [
            {
              name: t("move.do"),
              Icon: ArrowLeftRight,
              onChoose: () => setAct({ kind: "move", bill }),
            },
          ]
        : []),
      ...(can.void
        ? [
            {
              name: t("void.do"),
              Icon: Ban,
              danger: true,
              onChoose: () => setAct({ kind: "void", bill }),
            },
          ]
        : []),
    ];
  };
  const selectUsual = () => (
    <label title={t("selectUsual", { count: usual.length })}>
      <input
        type="checkbox"
        disabled={usual.length === 0}
        checked={usual.length > 0 && usual.every((id) => ids.has(id))}
        onChange={(event) => onSelect(usual, event.currentTarget.checked)}
      />
      <span>{t("selectUsual", { count: usual.length })}</span>
    </label>
  );
  const selectOne = (bill: OfficeBill) =>
    bill.statusId === PENDING && (
      <input
        type="checkbox"
        aria-label={bill.receiptNumber}
        disabled={!isOpen(bill)}
        checked={ids.has(bill.id)}
        onChange={(event) => onSelect([bill.id], event.currentTarget.checked)}
      />
    );
  const ticks = { id: "tick", corner: "tick", head: selectUsual, cell: selectOne } as const;
  return (
    <>
      <QueryTable
        {...list}
        name="bills"
        loading={t("loading")}
        failed={t("loadFailed")}
        columns={canVerify ? [ticks, ...columns] : columns}
        caption={t("title")}
        rowKey={({ id }) => id}
        isSorted
        actsOf={(bill) => ({ name: bill.receiptNumber, acts: actsOf(bill) })}
        stateOf={({ id, movingTo }) =>
          movingTo !== null ? "waiting" : ids.has(id) ? "selected" : undefined
        }
      />
      {act?.kind === "void" && <VoidDialog bill={act.bill} onClose={() => setAct(null)} />}
      {act?.kind === "move" && <MoveDialog bill={act.bill} onClose={() => setAct(null)} />}
    </>
  );
}
