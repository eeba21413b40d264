import { senOf } from "@loyalty/api-client/rules/points";
import { formatDay, formatMoney, formatNumber, formatTime } from "@loyalty/ui/formats";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { QueryResult } from "@loyalty/ui/query-result";
import { TrendingDown, TrendingUp } from "lucide-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { RowsTable } from "../../components/data-table.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { todayTexts } from "../../texts/today.ts";
import { type Home, useHome } from "./queries.ts";
import styles from "./today.module.css";

const HomeChart = lazy(() => import("./home-chart.tsx"));

const SHOWN_DAYS = 14;

type Part = Home["now"];
type FigureName = "bills" | "amount" | "points" | "pointsSpent" | "joined" | "vouchersUsed";

/** How today goes: each figure beside the same weekday a week before to the same time, and leads to its rows. */
export function HomeFigures() {
  const { t } = useTranslation(todayTexts);
  const query = useHome();
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("figuresFailed")} height="16rem">
      {(home) => (
        <>
          <p className={styles.note}>
            <Against home={home} />
          </p>
          <Figures home={home} />
          <Days home={home} />
        </>
      )}
    </QueryResult>
  );
}

const lastWeek = ({ dayList }: Home) => dayList[dayList.length - 8]?.day ?? "";

/** What today is beside; of an empty day what is normal. */
function Against({ home }: { home: Home }) {
  const { t } = useTranslation(todayTexts);
  const values = { time: formatTime(home.at), day: formatDay(lastWeek(home)) };
  if (home.now.bills > 0) return t("against", values);
  if (home.before.bills === 0) return t("quiet", values);
  const amount = formatMoney(senOf(home.before.amount));
  return t("quietYet", { ...values, count: home.before.bills, amount });
}

function Figures({ home: { now, before, dayList } }: { home: Home }) {
  const { t } = useTranslation(todayTexts);
  const { data: me } = useMe();
  const today = dayList.at(-1)?.day ?? "";
  const ofToday = `first=${today}&last=${today}`;
  const bills = hasPermission(me, "GET /staff/bill")
    ? `/bills?state=counted&${ofToday}`
    : `/figures?${ofToday}`;
  const figures = `/figures?${ofToday}`;
  const shown: { name: FigureName; path: string }[] = [
    { name: "bills", path: bills },
    { name: "amount", path: bills },
    { name: "points", path: bills },
    { name: "pointsSpent", path: figures },
    { name: "joined", path: figures },
    { name: "vouchersUsed", path: hasPermission(me, "GET /staff/voucher") ? "/vouchers" : figures },
  ];
  return (
    <ul role="list" className={styles.figures}>
      {shown
        .filter(({ name }) => now[name] !== null)
        .map(({ name, path }) => (
          <li key={name}>
            <Link to={path} className={styles.figure}>
              <span>{t(`figures.${name}`)}</span>
              <strong>{written(name, now)}</strong>
              <Change name={name} now={now} before={before} />
            </Link>
          </li>
        ))}
    </ul>
  );
}

const numberOf = (name: FigureName, part: Part) =>
  name === "amount" ? senOf(part.amount) : (part[name] ?? 0);

const written = (name: FigureName, part: Part) =>
  name === "amount" ? formatMoney(senOf(part.amount)) : formatNumber(part[name] ?? 0);

interface ChangeProps {
  name: FigureName;
  now: Part;
  before: Part;
}

function Change({ name, now, before }: ChangeProps) {
  const { t } = useTranslation(todayTexts);
  const [is, was] = [numberOf(name, now), numberOf(name, before)];
  const values = { before: written(name, before) };
  if (was === 0 || is === was) {
    return <span className={styles.note}>{t(is === was ? "same" : "fromNone", values)}</span>;
  }
  const share = Math.round((Math.abs(is - was) / was) * 100);
  const isMore = is > was;
  const Icon = isMore ? TrendingUp : TrendingDown;
  return (
    <span className={styles.change} data-more={isMore}>
      <Icon aria-hidden="true" size={14} />
      <b>{t(isMore ? "more" : "less", { share })}</b>
      <span className={styles.note}>{t("from", values)}</span>
    </span>
  );
}

const SERIES = ["amount", "bills", "points", "joined"] as const;
type SeriesName = (typeof SERIES)[number];

/** 14 days as bars over the 14 days before, or the same as a table. */
function Days({ home: { dayList } }: { home: Home }) {
  const { t } = useTranslation(todayTexts);
  const [series, setSeries] = useState<SeriesName>("amount");
  const [isTable, setTable] = useState(false);
  const value = (day: Home["dayList"][number]) =>
    series === "amount" ? senOf(day.amount) / 100 : day[series];
  const shown = dayList.slice(-SHOWN_DAYS);
  const before = dayList.slice(-2 * SHOWN_DAYS, -SHOWN_DAYS);
  const said = (day: Home["dayList"][number] | undefined) =>
    day === undefined
      ? ""
      : series === "amount"
        ? formatMoney(senOf(day.amount))
        : formatNumber(day[series]);
  return (
    <section className={styles.card} aria-label={t("days")}>
      <div className={styles.cardHead}>
        <div role="group" aria-label={t("days")} className={styles.series}>
          {SERIES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === series}
              onClick={() => setSeries(each)}
            >
              {t(`figures.${each}`)}
            </button>
          ))}
        </div>
        <span className={styles.key}>{t("key")}</span>
        <button type="button" className={styles.asTable} onClick={() => setTable(!isTable)}>
          {t(isTable ? "asChart" : "asTable")}
        </button>
      </div>
      {isTable ? (
        <RowsTable
          rows={shown.map((day, at) => ({ day, earlier: before[at] }))}
          caption={t("days")}
          empty=""
          rowKey={({ day }) => day.day}
          columns={[
            { head: t("day"), cell: ({ day }) => formatDay(day.day), isTitle: true },
            { head: t(`figures.${series}`), cell: ({ day }) => said(day), isNumber: true },
            { head: t("daysBefore"), cell: ({ earlier }) => said(earlier), isNumber: true },
          ]}
        />
      ) : (
        <LazyBoundary fallback={<div className={styles.chart} />}>
          <HomeChart
            days={shown.map(({ day }) => day)}
            values={shown.map(value)}
            before={before.map(value)}
          />
        </LazyBoundary>
      )}
    </section>
  );
}
