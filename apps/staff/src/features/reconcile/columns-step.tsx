import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { Checkbox } from "@loyalty/ui/choice";
import { SelectField } from "@loyalty/ui/field";
import { formatDay, formatMoney } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DeskTable } from "../../components/desk-table.tsx";
import { outletOptions } from "../../components/filters.tsx";
import { problemText } from "../../components/problems.ts";
import { useMe } from "../../queries/session.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import type { Comparison, Meaning, Said } from "./queries.ts";
import styles from "./reconcile.module.css";
import { OtherFile, StepPage } from "./step-page.tsx";

const MEANINGS: readonly Meaning[] = ["day", "receipt", "outlet", "amount", "status", ""];
const NEEDED: readonly Meaning[] = ["day", "receipt", "amount"];
const ORDERS = ["dmy", "mdy"] as const;

type Reading = Comparison["columnList"][number]["readings"][number];

interface ColumnsStepProps {
  /** The name of the file. */
  name: string;
  comparison: Comparison;
  onOther: () => void;
  onCompare: (said: Said) => void;
}

/** The second step: what each column means, whose sales they are, and what comes first in their days. */
export function ColumnsStep({ name, comparison, onOther, onCompare }: ColumnsStepProps) {
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
    <StepPage
      step="columns"
      action={
        <>
          <OtherFile onClick={onOther} />
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
            {t("columns.compare", { count: comparison.rowCount })}
          </Button>
        </>
      }
    >
      <section className={styles.card} aria-labelledby="columns">
        <div className={styles.head}>
          <h2 id="columns" className={textStyles.md}>
            {name}
          </h2>
          <p className={textStyles.note}>
            {t("columns.rows", { count: comparison.rowCount })} {t("columns.text")}
          </p>
        </div>
        <DeskTable
          rows={comparison.columnList.map((each, at) => ({ ...each, at }))}
          caption={t("columns.title", { name })}
          empty=""
          rowKey={({ at }) => at}
          stateOf={({ at }) => (columns[at] === "" ? "faint" : undefined)}
          columns={[
            { head: t("columns.column"), cell: ({ heading }) => heading, isTitle: true },
            { head: t("columns.values"), cell: valuesOf },
            { head: t("columns.means"), cell: selectOf },
            { head: t("columns.readAs"), cell: readAs, isLong: true },
          ]}
        />
        <div className={styles.fields}>
          {!hasOutlet && (
            <SelectField
              label={t("columns.outletOf")}
              value={outletId ?? ""}
              onChange={({ currentTarget }) =>
                setOutletId(Number(currentTarget.value) || undefined)
              }
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
        </div>
        <Checkbox
          label={t("columns.remember")}
          checked={remember}
          onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
        />
      </section>
    </StepPage>
  );
}

const valuesOf = ({ values }: { values: readonly string[] }) => <Values values={values} />;

function Values({ values }: { values: readonly string[] }) {
  return (
    <span className={styles.values}>
      {values.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </span>
  );
}
