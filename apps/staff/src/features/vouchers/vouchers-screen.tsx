import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { formatDateTime, formatLastDay } from "@loyalty/ui/formats";
import type { QueryResult } from "@loyalty/ui/query-result";
import { Ban, Check, RotateCcw, Undo2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { QueryTable, useSorting } from "../../components/desk-table.tsx";
import {
  ChoiceFilterField,
  OutletFilter,
  useAddressFilter,
  useOutletInAddress,
} from "../../components/filters.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { FilterBar, Page, Section } from "../../components/page.tsx";
import type { RowAct } from "../../components/row-menu.tsx";
import { TableOptions, type TableView, useTableView } from "../../components/table-view.tsx";
import type { Operation } from "../../queries/requests.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { vouchersTexts } from "../../texts/vouchers.ts";
import {
  type OfficeVoucher,
  useOfficeVouchers,
  useVoucherByCode,
  type VoucherAct,
  type VoucherOrder,
  type VoucherState,
} from "./queries.ts";
import { ReasonedDialog, UseDialog } from "./voucher-dialogs.tsx";
import styles from "./vouchers.module.css";

const STATES: readonly VoucherState[] = ["shown", "stuck", "used", "open", "expired", "cancelled"];

type Act = VoucherAct | "use";
/** What can be done with a voucher of a state; the API has the last word. */
const ACTS: Record<VoucherState, readonly Act[]> = {
  open: ["cancel"],
  shown: ["release", "use", "cancel"],
  stuck: ["release", "cancel"],
  used: ["restore"],
  expired: [],
  cancelled: [],
};
const OPERATIONS: Record<Act, Operation> = {
  release: "POST /staff/voucher/{voucher_id}/release",
  use: "POST /staff/voucher/{voucher_id}/use",
  cancel: "POST /staff/voucher/{voucher_id}/cancel",
  restore: "POST /staff/voucher/{voucher_id}/restore",
};

/** The columns that can be left out, in their order; what the voucher is for stays. */
const OPTIONAL = ["number", "state", "where", "member", "lastDay"] as const;
const SORTED: Partial<Record<string, NonNullable<VoucherOrder["sort"]>>> = {
  number: "createdAt",
  lastDay: "expireAt",
};
const ICONS = { release: Undo2, use: Check, cancel: Ban, restore: RotateCcw } as const;

/** /vouchers: one found by its code, and those that are shown, stuck or used. The address holds which, and their order. */
export default function VouchersScreen() {
  const { t } = useTranslation(vouchersTexts);
  const { data: me } = useMe();
  const [code, setCode] = useState("");
  return (
    <Page title={t("title")} wide>
      {hasPermission(me, "POST /staff/voucher/find") && <FindForm onCode={setCode} />}
      {code === "" ? <List /> : <Found key={code} code={code} onLeave={() => setCode("")} />}
    </Page>
  );
}

function FindForm({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation(vouchersTexts);
  const rule = v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty(t("missing"))) });
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { code: "" },
    resolver: valibotResolver(rule),
  });
  const find = handleSubmit(({ code }) => onCode(code));
  return (
    <form noValidate className={styles.find} onSubmit={(event) => void find(event)}>
      <TextField
        label={t("find.label")}
        hint={t("find.hint")}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        error={formState.errors.code?.message}
        {...register("code")}
      />
      <Button type="submit" variant="outline">
        {t("find.do")}
      </Button>
    </form>
  );
}

function Found({ code, onLeave }: { code: string; onLeave: () => void }) {
  const { t } = useTranslation(vouchersTexts);
  const query = useVoucherByCode(code);
  return (
    <Section
      title={t("find.found", { code })}
      action={
        <Button variant="outline" onClick={onLeave}>
          {t("find.leave")}
        </Button>
      }
    >
      <Vouchers query={query} caption={t("find.found", { code })} empty="" />
    </Section>
  );
}

/** The order of the API for that of the table; without one the newest first. */
function orderOf([sorted]: readonly { id: string; desc: boolean }[]): VoucherOrder {
  const sort = sorted && SORTED[sorted.id];
  return sort ? { sort, order: sorted.desc ? "desc" : "asc" } : {};
}

function List() {
  const { t } = useTranslation(vouchersTexts);
  const states = useAddressFilter("state", STATES, "shown");
  const [sorting] = useSorting();
  const [view, setView] = useTableView("vouchers");
  const state = states.value;
  const outletId = useOutletInAddress();
  const query = useOfficeVouchers({
    ...(state && { state }),
    ...(outletId && { outletId }),
    ...orderOf(sorting),
  });
  const isUsual = (state === "shown" || state === "stuck") && !outletId;
  return (
    <>
      <FilterBar
        label={t("filter")}
        end={
          <TableOptions
            view={view}
            columns={OPTIONAL.map((id) => ({ id, name: t(id) }))}
            onChange={setView}
          />
        }
      >
        <ChoiceFilterField
          label={t("state")}
          filter={states}
          nameOf={(each) => t(`filters.${each}`)}
        />
        <OutletFilter />
      </FilterBar>
      <Vouchers
        query={query}
        view={view}
        caption={t("title")}
        empty={t(isUsual ? `none.${state}` : "none.filtered")}
      />
      <MoreButton query={query} label={t("more")} />
    </>
  );
}

interface VouchersProps {
  query: ComponentProps<typeof QueryResult<OfficeVoucher[]>>["query"];
  view?: TableView;
  caption: string;
  empty: string;
}

function Vouchers({ query, view, caption, empty }: VouchersProps) {
  const { t } = useTranslation(vouchersTexts);
  const { data: me } = useMe();
  const [act, setAct] = useState<{ kind: Act; voucher: OfficeVoucher } | null>(null);
  const close = () => setAct(null);
  const actsOf = (voucher: OfficeVoucher): RowAct[] =>
    ACTS[voucher.state]
      .filter((kind) => hasPermission(me, OPERATIONS[kind]))
      .map((kind) => ({
        name: t(`${kind}.do`),
        Icon: ICONS[kind],
        danger: kind === "cancel",
        onChoose: () => setAct({ kind, voucher }),
      }));
  const memberOf = ({ memberId }: OfficeVoucher) => (
    <MemberLink memberId={memberId}>{t("memberNumber", { id: memberId })}</MemberLink>
  );
  const named = (id: (typeof OPTIONAL)[number]) => ({ id, head: t(id) });
  return (
    <>
      <QueryTable
        query={query}
        loading={t("loading")}
        failed={t("loadFailed")}
        caption={caption}
        empty={empty}
        rowKey={({ id }) => id}
        isSorted
        {...view}
        columns={[
          { head: t("name"), isTitle: true, cell: ({ name }) => name },
          {
            ...named("number"),
            isNumber: true,
            cell: ({ id }) => id,
            sortBy: view && (({ id }) => id),
          },
          { ...named("state"), cell: stateOf },
          { ...named("where"), cell: whereOf },
          { ...named("member"), cell: memberOf },
          {
            ...named("lastDay"),
            cell: ({ expireAt }) => formatLastDay(expireAt),
            sortBy: view && (({ expireAt }) => expireAt),
          },
        ]}
        actsOf={(voucher) => ({ name: `${voucher.name}, ${voucher.id}`, acts: actsOf(voucher) })}
        stateOf={({ state }) => (state === "stuck" ? "waiting" : undefined)}
      />
      {act?.kind === "use" && <UseDialog voucher={act.voucher} onClose={close} />}
      {act && act.kind !== "use" && (
        <ReasonedDialog act={act.kind} voucher={act.voucher} onClose={close} />
      )}
    </>
  );
}

const stateOf = (voucher: OfficeVoucher) => <State voucher={voucher} />;
const whereOf = ({ outletName, tillName, staffName }: OfficeVoucher) =>
  [outletName, tillName, staffName].filter(Boolean).join(", ");

function State({ voucher }: { voucher: OfficeVoucher }) {
  const { t } = useTranslation(vouchersTexts);
  const { state, presentUntil, usedAt, usedReceipt, cancelledAt } = voucher;
  if (state === "stuck") return <strong>{t("states.stuck")}</strong>;
  if (state === "shown" && presentUntil) {
    return t("states.shownUntil", { time: formatDateTime(presentUntil) });
  }
  if (state === "used" && usedAt) {
    const time = formatDateTime(usedAt);
    return usedReceipt
      ? t("states.usedWith", { time, receipt: usedReceipt })
      : t("states.usedAt", { time });
  }
  if (state === "cancelled" && cancelledAt) {
    return t("states.cancelledAt", { time: formatDateTime(cancelledAt) });
  }
  return t(`filters.${state}`);
}
