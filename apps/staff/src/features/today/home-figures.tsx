import { senOf } from "@loyalty/api-client/rules/points";
import { formatDay, formatMoney, formatNumber, formatTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import textStyles from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChartCard } from "../../components/chart-card.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { shortDay } from "../../components/day-parts.ts";
import { FigureStrip } from "../../components/figure-strip.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { todayTexts } from "../../texts/today.ts";
import { type Home, useHome } from "./queries.ts";
import styles from "./today.module.css";

const SHOWN_DAYS = 14;

const FIGURES = ["bills", "amount", "points", "pointsSpent", "joined", "vouchersUsed"] as const;

/** How today goes: each figure beside the same weekday a week before to the same time, and leads to its rows. */
export function HomeFigures() {
  const { t } = useTranslation(todayTexts);
  const query = useHome();
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("figuresFailed")} height="16rem">
      {(home) => (
        <>
          <p className={textStyles.fine}>
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
  const overview = `/overview?${ofToday}`;
  const bills = hasPermission(me, "GET /staff/bill") ? `/bills?state=counted&${ofToday}` : overview;
  const paths = {
    bills,
    amount: bills,
    points: bills,
    pointsSpent: overview,
    joined: overview,
    vouchersUsed: hasPermission(me, "GET /staff/voucher") ? "/vouchers?state=used" : overview,
  };
  return (
    <FigureStrip
      figures={FIGURES.flatMap((name) => {
        const [value, earlier] = [now[name], before[name]];
        // Of some outlets points are spent at none.
        return value === null || earlier === null
          ? []
          : [{ title: t(`figures.${name}`), value, before: earlier, path: paths[name] }];
      })}
    />
  );
}

const SERIES = ["amount", "bills", "points", "joined"] as const;
type SeriesName = (typeof SERIES)[number];

/** 14 days as bars over the 14 days before, or the same as a table. */
function Days({ home: { dayList } }: { home: Home }) {
  const { t } = useTranslation(todayTexts);
  const [name, setName] = useState<SeriesName>("amount");
  const value = (day: Home["dayList"][number]) =>
    name === "amount" ? senOf(day.amount) / 100 : day[name];
  const shown = dayList.slice(-SHOWN_DAYS);
  const before = dayList.slice(-2 * SHOWN_DAYS, -SHOWN_DAYS);
  const said = (day: Home["dayList"][number] | undefined) =>
    day === undefined
      ? ""
      : name === "amount"
        ? formatMoney(senOf(day.amount))
        : formatNumber(day[name]);
  return (
    <div className={styles.days}>
      <ChartCard
        caption={t("days")}
        labels={shown.map(({ day }) => shortDay(day))}
        series={[
          { name: t("days"), values: shown.map(value), kind: "now" },
          { name: t("daysBefore"), values: before.map(value), kind: "before" },
        ]}
        choice={{ names: SERIES.map((id) => ({ id, name: t(`figures.${id}`) })), chosen: name }}
        onChoose={(id) => setName(SERIES.find((each) => each === id) ?? "amount")}
      >
        <DeskTable
          rows={shown.map((day, at) => ({ day, earlier: before[at] }))}
          caption={t("days")}
          empty=""
          rowKey={({ day }) => day.day}
          columns={[
            { head: t("day"), cell: ({ day }) => formatDay(day.day), isTitle: true },
            { head: t(`figures.${name}`), cell: ({ day }) => said(day), isNumber: true },
            { head: t("daysBefore"), cell: ({ earlier }) => said(earlier), isNumber: true },
          ]}
        />
      </ChartCard>
    </div>
  );
}
