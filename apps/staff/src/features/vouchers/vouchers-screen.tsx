import { Cluster } from "@loyalty/ui/layout";
import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { formatDateTime, formatLastDay, formatNumber } from "@loyalty/ui/formats";
import { Ban, Check, RotateCcw, Undo2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { Chip } from "../../components/chip.tsx";
import { DaysFilter, useDaysInAddress } from "../../components/days-filter.tsx";
import { QueryTable, useSorting } from "../../components/desk-table.tsx";
import {
  ChoiceFilterField,
  OutletFilter,
  useAddressFilter,
  useOutletInAddress,
} from "../../components/filters.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Page, Section } from "../../components/page.tsx";
import type { RowAct } from "../../components/row-menu.tsx";
import type { Operation } from "../../queries/requests.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { vouchersTexts } from "../../texts/vouchers.ts";
import {
  type OfficeVoucher,
  useOfficeVouchers,
  useVoucherByCode,
  type VoucherAct,
  type VoucherColumn,
  type VoucherOrder,
  type VoucherState,
  vouchersFile,
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

const SORTED: Partial<Record<string, NonNullable<VoucherOrder["sort"]>>> = {
  number: "createdAt",
  usedAt: "usedAt",
  lastDay: "expireAt",
};
const ICONS = { release: Undo2, use: Check, cancel: Ban, restore: RotateCcw } as const;

/** /vouchers: one found by its code, and those that are shown, stuck or used. The address holds which, and their order. */
export default function VouchersScreen() {
  const { t } = useTranslation(vouchersTexts);
  const { data: me } = useMe();
  const [code, setCode] = useState("");
  return (
    <Page
      title={t("title")}
      wide
      action={hasPermission(me, "POST /staff/voucher/find") && <FindForm onCode={setCode} />}
    >
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
    <Cluster
      as="form"
      noValidate
      nowrap
      gap={2}
      className={styles.find}
      onSubmit={(event) => void find(event)}
    >
      <TextField
        labelHidden
        label={t("find.label")}
        placeholder={t("find.label")}
        title={t("find.hint")}
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
    </Cluster>
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
function orderOf([sorted]: readonly { id: string; desc: boolean }[]): Required<VoucherOrder> {
  const sort = sorted && SORTED[sorted.id];
  return { sort: sort ?? "createdAt", order: sort && !sorted.desc ? "asc" : "desc" };
}

function List() {
  const { t } = useTranslation(vouchersTexts);
  const { data: me } = useMe();
  const states = useAddressFilter("state", STATES, "shown");
  const [days, setDays] = useDaysInAddress();
  const [sorting] = useSorting();
  const state = states.value;
  const outletId = useOutletInAddress();
  const filter = { ...(state && { state }), ...(outletId && { outletId }), ...days };
  const order = orderOf(sorting);
  const query = useOfficeVouchers({ ...filter, ...order });
  const isUsual =
    Object.keys(filter).join() === "state" && (state === "shown" || state === "stuck");
  return (
    <>
      <Vouchers
        query={query}
        name="vouchers"
        caption={t("title")}
        empty={t(isUsual ? `none.${state}` : "none.filtered")}
        filters={{
          label: t("filter"),
          fields: (
            <>
              <ChoiceFilterField
                label={t("state")}
                filter={states}
                nameOf={(each) => t(`filters.${each}`)}
              />
              <OutletFilter />
              <DaysFilter days={days} onChange={setDays} />
            </>
          ),
        }}
        onExport={
          hasPermission(me, "GET /staff/voucher/file")
            ? (format, shown) =>
                vouchersFile({
                  ...filter,
                  ...order,
                  format,
                  columns: [...shown] as VoucherColumn[],
                })
            : null
        }
      />
      <MoreButton query={query} label={t("more")} />
    </>
  );
}

type OfTable = ComponentProps<typeof QueryTable<OfficeVoucher>>;
type VouchersProps = Pick<OfTable, "query" | "name" | "caption" | "empty" | "filters" | "onExport">;

function Vouchers(props: VouchersProps) {
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
  const named = (id: VoucherColumn) => ({ id, head: t(id) });
  // One that was found by its code is not sorted.
  const sortedBy = (value: (voucher: OfficeVoucher) => number | string) =>
    props.name ? value : undefined;
  return (
    <>
      <QueryTable
        {...props}
        loading={t("loading")}
        failed={t("loadFailed")}
        rowKey={({ id }) => id}
        isSorted
        columns={[
          { ...named("name"), isTitle: true, cell: ({ name }) => name },
          {
            ...named("number"),
            isNumber: true,
            inCard: "figure",
            cell: ({ id }) => id,
            sortBy: sortedBy(({ id }) => id),
          },
          { ...named("state"), inCard: "plain", cell: stateOf, isLong: true },
          {
            ...named("usedAt"),
            isSpare: true,
            cell: ({ usedAt }) => usedAt && formatDateTime(usedAt),
            sortBy: sortedBy(({ usedAt }) => usedAt ?? ""),
          },
          { ...named("receipt"), isSpare: true, cell: ({ usedReceipt }) => usedReceipt },
          { ...named("where"), inCard: "plain", cell: whereOf },
          { ...named("member"), inCard: "plain", cell: memberOf },
          { ...named("cost"), isNumber: true, cell: ({ cost }) => formatNumber(cost) },
          {
            ...named("lastDay"),
            cell: ({ expireAt }) => formatLastDay(expireAt),
            sortBy: sortedBy(({ expireAt }) => expireAt),
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

const CHIPS = {
  open: "quiet",
  shown: "info",
  stuck: "warn",
  used: "ok",
  expired: "quiet",
  cancelled: "quiet",
} as const;

function State({ voucher: { state, presentUntil, cancelledAt } }: { voucher: OfficeVoucher }) {
  const { t } = useTranslation(vouchersTexts);
  const since =
    state === "shown" && presentUntil
      ? t("states.shownUntil", { time: formatDateTime(presentUntil) })
      : state === "cancelled" && cancelledAt
        ? t("states.cancelledAt", { time: formatDateTime(cancelledAt) })
        : t(state === "stuck" ? "states.stuck" : `filters.${state}`);
  return <Chip kind={CHIPS[state]}>{since}</Chip>;
}
