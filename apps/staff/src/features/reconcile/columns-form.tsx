import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { Checkbox } from "@loyalty/ui/choice";
import { SelectField } from "@loyalty/ui/field";
import { formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DeskTable } from "../../components/desk-table.tsx";
import { outletOptions } from "../../components/filters.tsx";
import { Section } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { useMe } from "../../queries/session.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import type { Comparison, Meaning, Said } from "./queries.ts";

const MEANINGS: readonly Meaning[] = ["day", "receipt", "outlet", "amount", "status", ""];
const NEEDED: readonly Meaning[] = ["day", "receipt", "amount"];
const ORDERS = ["dmy", "mdy"] as const;

type Reading = Comparison["columnList"][number]["readings"][number];

interface ColumnsFormProps {
  name: string;
  comparison: Comparison;
  onCompare: (said: Said) => void;
}

/** What each column of a file means, whose sales they are, and what comes first in its days. */
export function ColumnsForm({ name, comparison, onCompare }: ColumnsFormProps) {
  const { t } = useTranslation(reconcileTexts);
  const { data: me } = useMe();
  const outlets = me?.outlets ?? [];
  const [columns, setColumns] = useState(() =>
    comparison.columnList.map(({ meaning }) => meaning as Meaning),
  );
  const [outletId, setOutletId] = useState(
    comparison.outletId ?? (outlets.length === 1 ? outlets[0]?.id : undefined),
  );
  const [order, setOrder] = useState(comparison.dayOrder ?? "");
  const [remember, setRemember] = useState(true);
  const hasOutlet = columns.includes("outlet");
  const isWhole =
    NEEDED.every((each) => columns.includes(each)) &&
    (hasOutlet || outletId !== undefined) &&
    (!comparison.needsDayOrder || order !== "");
  // A meaning is that of one column: where it was before, nothing is meant any more.
  const choose = (at: number, meaning: Meaning) =>
    setColumns((before) =>
      before.map((each, place) => (place === at ? meaning : each === meaning ? "" : each)),
    );
  const selectOf = ({ heading, at }: { heading: string; at: number }) => (
    <SelectField
      label={`${t("columns.means")}: ${heading}`}
      labelHidden
      value={columns[at]}
      onChange={({ currentTarget }) => choose(at, currentTarget.value as Meaning)}
    >
      {MEANINGS.map((each) => (
        <option key={each} value={each}>
          {t(`meanings.${each || "none"}`)}
        </option>
      ))}
    </SelectField>
  );
  const readAs = ({ readings, at }: { readings: readonly Reading[]; at: number }) => {
    const found = readings.find(
      ({ meaning, dayOrder }) => meaning === columns[at] && (!dayOrder || dayOrder === order),
    );
    return found ? textOf(found) : "–";
  };
  const textOf = ({ meaning, text, problem }: Reading) => {
    if (text === null) return problem && problemText(problem);
    if (meaning === "day") return formatDay(text);
    if (meaning === "amount") return formatMoney(senOf(text));
    return meaning === "status" ? t(`columns.${text as "paid" | "void"}`) : text;
  };
  return (
    <Section
      title={t("columns.title", { name })}
      action={
        <Button
          disabled={!isWhole}
          onClick={() =>
            onCompare({
              columns,
              remember,
              ...(!hasOutlet && outletId && { outletId }),
              ...(order !== "" && { dayOrder: order as (typeof ORDERS)[number] }),
            })
          }
        >
          {t("columns.compare", { number: formatNumber(comparison.rowCount) })}
        </Button>
      }
    >
      <p>{t("columns.text")}</p>
      <DeskTable
        rows={comparison.columnList.map((each, at) => ({ ...each, at }))}
        caption={t("columns.title", { name })}
        empty=""
        rowKey={({ at }) => at}
        columns={[
          { head: t("columns.column"), cell: ({ heading }) => heading, isTitle: true },
          { head: t("columns.values"), cell: ({ values }) => values.join(" · ") },
          { head: t("columns.means"), cell: selectOf },
          { head: t("columns.readAs"), cell: readAs },
        ]}
      />
      {!hasOutlet && (
        <SelectField
          label={t("columns.outletOf")}
          value={outletId ?? ""}
          onChange={({ currentTarget }) => setOutletId(Number(currentTarget.value) || undefined)}
        >
          <option value="">{t("columns.choose")}</option>
          {outletOptions(outlets)}
        </SelectField>
      )}
      {comparison.needsDayOrder && (
        <SelectField
          label={t("columns.dayOrder")}
          value={order}
          onChange={({ currentTarget }) => setOrder(currentTarget.value)}
        >
          <option value="" />
          {ORDERS.map((each) => (
            <option key={each} value={each}>
              {t(`columns.${each}`)}
            </option>
          ))}
        </SelectField>
      )}
      <Checkbox
        label={t("columns.remember")}
        checked={remember}
        onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
      />
    </Section>
  );
}
