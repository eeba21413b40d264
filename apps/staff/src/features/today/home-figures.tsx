import { currency } from "@loyalty/api-client/group";
import { senOf } from "@loyalty/api-client/rules/points";
import { useDayInWords } from "@loyalty/content/hours-in-words";
import { formatDay, formatMoney, formatNumber, formatTime } from "@loyalty/ui/formats";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChartCard } from "../../components/chart-card.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { shortDay } from "../../components/day-parts.ts";
import { FigureStrip } from "../../components/figure-strip.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { todayTexts } from "../../texts/today.ts";
import { dayOf, type Home, lastWeekday } from "./queries.ts";

const SHOWN_DAYS = 14;

const FIGURES = ["bills", "amount", "points", "pointsSpent", "joined", "vouchersUsed"] as const;

interface HomeProps {
  home: Home;
}

/** Which day it is, and what it is beside; of a day without a bill yet what is normal. */
export function Against({ home }: HomeProps) {
  const { t } = useTranslation(todayTexts);
  const dayInWords = useDayInWords();
  const { isToday, now, before, dayList } = home;
  const weekday = dayInWords(dayList[dayList.length - 8]?.day ?? "");
  const values = { today: dayInWords(dayOf(home)), time: formatTime(home.at), day: weekday };
  if (!isToday) return t("againstWhole", values);
  if (now.bills > 0) return t("against", values);
  if (before.bills === 0) return t("quiet", values);
  const amount = formatMoney(senOf(before.amount));
  return t("quietYet", { ...values, count: before.bills, amount });
}

/** Each figure beside the same weekday a week before, and leads to its rows. */
export function Figures({ home, outletId }: HomeProps & { outletId: number | undefined }) {
  const { t } = useTranslation(todayTexts);
  const { data: me } = useMe();
  const { now, before } = home;
  const [day, weekday] = [dayOf(home), lastWeekday(home)];
  const ofDay = `first=${day}&last=${day}${outletId ? `&outlet=${outletId}` : ""}`;
  const overview = `/overview?${ofDay}`;
  const bills = hasPermission(me, "GET /staff/bill") ? `/bills?state=counted&${ofDay}` : overview;
  const paths = {
    bills,
    amount: bills,
    points: bills,
    pointsSpent: overview,
    joined: overview,
    vouchersUsed: overview,
  };
  return (
    <FigureStrip
      figures={FIGURES.flatMap((name) => {
        const [value, earlier] = [now[name], before[name]];
        // Of some outlets points are spent at none.
        return value === null || earlier === null
          ? []
          : [{ title: t(`figures.${name}`), value, before: earlier, weekday, path: paths[name] }];
      })}
    />
  );
}

const SERIES = ["amount", "bills", "points", "joined"] as const;
type SeriesName = (typeof SERIES)[number];

/** 14 days as bars over the 14 days before, today also beside what is usual, or the same as a table. */
export function Days({ home: { dayList, quarter, isToday } }: HomeProps) {
  const { t } = useTranslation(todayTexts);
  const [sales, salesBefore] = [senOf(quarter.amount), senOf(quarter.amountBefore)];
  const change = salesBefore === 0 ? 0 : Math.round((sales / salesBefore - 1) * 100);
  const quarterSaid =
    salesBefore === 0 ? "only" : change === 0 ? "same" : change > 0 ? "above" : "below";
  const [name, setName] = useState<SeriesName>("amount");
  const value = (day: Home["dayList"][number]) =>
    name === "amount" ? senOf(day.amount) / 100 : day[name];
  const shown = dayList.slice(-SHOWN_DAYS);
  const before = dayList.slice(-2 * SHOWN_DAYS, -SHOWN_DAYS);
  const inWords = (of: number) => (name === "amount" ? formatMoney(of * 100) : formatNumber(of));
  const said = (day: Home["dayList"][number] | undefined) => (day ? inWords(value(day)) : "");
  const usual = isToday ? median(sameWeekdays(dayList).map(value)) : 0;
  return (
    <ChartCard
      caption={t("days")}
      labels={shown.map(({ day }) => shortDay(day))}
      series={[
        { name: t("days"), values: shown.map(value), kind: "now" },
        { name: t("daysBefore"), values: before.map(value), kind: "before" },
      ]}
      choice={{ names: SERIES.map((id) => ({ id, name: t(`figures.${id}`) })), chosen: name }}
      onChoose={(id) => setName(SERIES.find((each) => each === id) ?? "amount")}
      usual={usual}
      unit={name === "amount" ? currency.sign : undefined}
      note={[
        t(`quarter.${quarterSaid}`, { amount: formatMoney(sales), share: Math.abs(change) }),
        ...(usual > 0 ? [t("usual", { amount: inWords(usual) })] : []),
      ].join(" ")}
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
  );
}

/** The days of the list that are the same weekday as its last one, without that. */
const sameWeekdays = (days: Home["dayList"]) =>
  days.filter((_day, at) => at < days.length - 1 && (days.length - 1 - at) % 7 === 0);

/** The middle one of an odd number of values: a day on which an outlet was closed does not move it. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
