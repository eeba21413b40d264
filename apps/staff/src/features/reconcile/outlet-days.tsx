import { personOf } from "@loyalty/api-client/rules/records";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { Button } from "@loyalty/ui/button";
import { formatDateTime, formatDay, formatNumber } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { Buttons } from "../../components/page.tsx";
import type { Schema } from "../../queries/requests.ts";
import { reconcileTexts } from "../../texts/reconcile.ts";
import { useOutletDays } from "./queries.ts";
import styles from "./reconcile.module.css";

type OutletDay = Schema<"OutletDay">;

const STATES = ["reconciled", "differing", "open", "none"] as const;
type State = (typeof STATES)[number];

/** A day without bills has nothing to compare. */
const stateOf = (day: OutletDay | undefined): State =>
  day === undefined
    ? "none"
    : day.comparedAt === null
      ? "open"
      : day.differing
        ? "differing"
        : "reconciled";

/** The days of a month, `2026-11`. */
function daysOf(month: string): string[] {
  const [year, number] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year!, number!, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`);
}

/** The month before or after another. */
const monthBy = (month: string, by: -1 | 1) => {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number! - 1 + by, 1)).toISOString().slice(0, 7);
};

const monthName = (month: string) =>
  new Intl.DateTimeFormat(i18n.language, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01T00:00:00Z`));

/** The days of a month by outlet: which were compared with a file of sales, by whom, and what differed. */
export function OutletDays() {
  const { t } = useTranslation(reconcileTexts);
  const today = malaysianDate();
  const [month, setMonth] = useState(today.slice(0, 7));
  const [isTable, setTable] = useState(false);
  const days = daysOf(month);
  const query = useOutletDays(days[0]!, days.at(-1)!);
  const title = t("days.title", { month: monthName(month) });
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2 className={textStyles.md}>{title}</h2>
        <Buttons>
          <Button
            variant="ghost"
            aria-label={monthName(monthBy(month, -1))}
            onClick={() => setMonth(monthBy(month, -1))}
          >
            <ChevronLeft aria-hidden="true" size={18} />
          </Button>
          <Button
            variant="ghost"
            aria-label={monthName(monthBy(month, 1))}
            disabled={month >= today.slice(0, 7)}
            onClick={() => setMonth(monthBy(month, 1))}
          >
            <ChevronRight aria-hidden="true" size={18} />
          </Button>
        </Buttons>
        <ul role="list" className={styles.key}>
          {STATES.map((state) => (
            <li key={state}>
              <i data-state={state} />
              {t(`days.${state}`)}
            </li>
          ))}
        </ul>
        <span className={layoutStyles.toEnd}>
          <Button variant="link" onClick={() => setTable(!isTable)}>
            {t(isTable ? "days.asCalendar" : "days.asTable")}
          </Button>
        </span>
      </div>
      <QueryResult
        query={query}
        loading={t("days.loading")}
        failed={t("days.failed")}
        height="8rem"
      >
        {(found) =>
          found.length === 0 ? (
            <Empty text={t("days.empty")} />
          ) : isTable ? (
            <DaysTable days={found} title={title} />
          ) : (
            <Calendar found={found} days={days} today={today} />
          )
        }
      </QueryResult>
    </section>
  );
}

interface CalendarProps {
  found: readonly OutletDay[];
  days: readonly string[];
  today: string;
}

function Calendar({ found, days, today }: CalendarProps) {
  const { t } = useTranslation(reconcileTexts);
  const wordsOf = useWords();
  const outlets = new Map(found.map(({ outletId, outletName }) => [outletId, outletName]));
  const byPlace = new Map(found.map((each) => [`${each.outletId} ${each.day}`, each]));
  const sorted = [...outlets].sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <div className={styles.calendar}>
      {sorted.map(([id, name]) => (
        <Fragment key={id}>
          <span>{name}</span>
          <ul role="list" aria-label={name} className={styles.days}>
            {days.map((day) => {
              const outletDay = byPlace.get(`${id} ${day}`);
              const state = stateOf(outletDay);
              const words = outletDay ? wordsOf(outletDay) : t("days.none");
              // Today is not over: it waits for nobody.
              const isToday = day >= today && state === "open";
              return (
                <li
                  key={day}
                  data-state={isToday ? "none" : state}
                  data-today={day === today || undefined}
                  title={`${formatDay(day)}: ${words}`}
                >
                  <span aria-hidden="true">{Number(day.slice(8))}</span>
                  <VisuallyHidden>{`${formatDay(day)}: ${words}`}</VisuallyHidden>
                </li>
              );
            })}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

function useWords() {
  const { t } = useTranslation(reconcileTexts);
  return (day: OutletDay): string => {
    if (day.comparedAt === null) return t("days.open");
    return day.differing
      ? t("days.differingCount", { count: day.differing })
      : t("days.reconciled");
  };
}

const CHIPS = { reconciled: "ok", differing: "info", open: "warn", none: "quiet" } as const;

function DaysTable({ days, title }: { days: OutletDay[]; title: string }) {
  const { t } = useTranslation(reconcileTexts);
  const wordsOf = useWords();
  return (
    <DeskTable
      name="outlet-days"
      rows={days}
      caption={title}
      empty={t("days.empty")}
      rowKey={({ outletId, day }) => `${outletId} ${day}`}
      columns={[
        {
          id: "outlet",
          head: t("outlet"),
          cell: ({ outletName }) => outletName,
          isTitle: true,
          sortBy: ({ outletName }) => outletName,
        },
        { id: "day", head: t("day"), cell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
        {
          id: "bills",
          head: t("days.bills"),
          cell: ({ bills }) => formatNumber(bills),
          isNumber: true,
          sortBy: ({ bills }) => bills,
        },
        {
          id: "status",
          head: t("days.status"),
          cell: statusOf,
          fileAs: wordsOf,
          sortBy: ({ comparedAt, differing }) => (comparedAt === null ? -1 : (differing ?? 0)),
        },
        {
          id: "by",
          head: t("days.by"),
          cell: comparedBy,
          sortBy: ({ comparedAt }) => comparedAt ?? "",
        },
      ]}
    />
  );
}

const statusOf = (day: OutletDay) => <Status day={day} />;

function Status({ day }: { day: OutletDay }) {
  const wordsOf = useWords();
  return <Chip kind={CHIPS[stateOf(day)]}>{wordsOf(day)}</Chip>;
}

const comparedBy = ({ comparedAt, comparedBy: operator }: OutletDay) =>
  comparedAt && operator ? `${personOf(operator)}, ${formatDateTime(comparedAt)}` : null;
