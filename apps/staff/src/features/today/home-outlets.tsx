import { senOf } from "@loyalty/api-client/rules/points";
import { useDayInWords } from "@loyalty/content/hours-in-words";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { DeskTable } from "../../components/desk-table.tsx";
import { Change } from "../../components/figure-strip.tsx";
import { todayTexts } from "../../texts/today.ts";
import { dayOf, type Home, lastWeekday } from "./queries.ts";
import styles from "./today.module.css";

/** So many are shown: with the rest of the page they fit into a window of 1440 × 900. */
const SHOWN = 8;

type Row = Home["outletList"][number];

const nameOf = ({ outletId, outletName }: Row) => (
  <OutletLink outletId={outletId}>{outletName}</OutletLink>
);
function OutletLink({ outletId, children }: { outletId: number; children: string }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set("outlet", String(outletId));
  return <Link to={`/today?${next.toString()}`}>{children}</Link>;
}

/** The outlets compared on the day, for who has several; each name narrows the page to it. */
export function OutletsOfDay({ home }: { home: Home }) {
  const { t } = useTranslation(todayTexts);
  const dayInWords = useDayInWords();
  const { outletList, isToday } = home;
  if (outletList.length < 2) return null;
  const day = dayOf(home);
  const changeOf = ({ amount, amountBefore }: Row) => (
    <Change value={amount} before={amountBefore} weekday={lastWeekday(home)} />
  );
  const title = isToday ? t("outlets.today") : t("outlets.ofDay", { day: dayInWords(day) });
  return (
    <section
      className={`${surfaceStyles.panel} ${surfaceStyles.clip} ${styles.outlets}`}
      aria-labelledby="outlets-of-day"
    >
      <Cluster gap={3} tight align="baseline" justify="between" className={styles.head}>
        <h2 id="outlets-of-day" className={textStyles.md}>
          {title}
        </h2>
        {outletList.length > SHOWN && (
          <Link to={`/outlet-report?first=${day}&last=${day}`}>
            {t("outlets.all", { count: outletList.length })}
          </Link>
        )}
      </Cluster>
      <DeskTable
        rows={outletList.slice(0, SHOWN)}
        caption={title}
        empty=""
        density="tight"
        rowKey={({ outletId }) => outletId}
        columns={[
          {
            head: t("outlets.outlet"),
            cell: nameOf,
            isTitle: true,
          },
          {
            head: t("figures.amount"),
            cell: ({ amount }) => formatMoney(senOf(amount)),
            isNumber: true,
          },
          {
            head: t("outlets.change"),
            cell: changeOf,
          },
          { head: t("figures.bills"), cell: ({ bills }) => formatNumber(bills), isNumber: true },
          { head: t("figures.points"), cell: ({ points }) => formatNumber(points), isNumber: true },
          {
            head: t("outlets.waiting"),
            cell: ({ waitingBillCount }) => formatNumber(waitingBillCount),
            isNumber: true,
          },
        ]}
      />
    </section>
  );
}
