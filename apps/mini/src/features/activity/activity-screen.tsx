import { useActivities } from "@loyalty/api-client/react/points";
import { ACTION, senOf } from "@loyalty/api-client/rules/points";
import type { Activity } from "@loyalty/api-client/wire";
import { ActivityList } from "@loyalty/shell/activity-list";
import { paths, rewardPath } from "@loyalty/shell/paths";
import { formatDate, formatDateTime, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { Tabs } from "@loyalty/ui/tabs";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { byDay } from "../../components/by-day.ts";
import { LoadMore } from "../../components/load-more.tsx";
import { DescriptionList, Page } from "../../components/member-page.tsx";
import { PointsSummary } from "../../components/points-summary.tsx";
import { pointsTexts } from "../../texts/points.ts";
import styles from "./activity-screen.module.css";

/** The actions of each kind: those that add points are earned, those that deduct are redeemed. */
const kinds = {
  all: undefined,
  earned: [ACTION.earned, ACTION.adjustmentIn],
  redeemed: [ACTION.redeemed, ACTION.adjustmentOut],
};
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

const periods = ["week", "month", "quarter", "ever"] as const;
type Period = (typeof periods)[number];

/** /activity: every change of the member's points, adjustments included (docs/specification.md). */
export default function ActivityScreen() {
  const { t } = useTranslation(pointsTexts);
  const [kind, setKind] = useState<Kind>("all");
  const [period, setPeriod] = useState<Period>("quarter");

  return (
    <Page
      title={t("activity.title")}
      back={{ to: paths.dashboard, label: t("activity.back") }}
      columns="narrow-first"
      aside={
        <label className={`${styles.period} ${textStyles.note}`}>
          {t("activity.period")}
          <select value={period} onChange={(event) => setPeriod(event.target.value as Period)}>
            {periods.map((name) => (
              <option key={name} value={name}>
                {t(`activity.${name}`)}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <div className={styles.summary}>
        <PointsSummary />
      </div>
      <div>
        <Tabs
          label={t("activity.tabs")}
          tabs={kindNames.map((key) => ({
            key,
            label: t(`activity.${key}`),
            panel: <ActivityDays kind={kind} period={period} />,
          }))}
          active={kind}
          onChange={setKind}
        />
      </div>
    </Page>
  );
}

function ActivityDays({ kind, period }: { kind: Kind; period: Period }) {
  const { t } = useTranslation(pointsTexts);
  const activities = useActivities({
    name: `${kind} ${period}`,
    since: () => startOf(period, new Date()),
    actionIds: kinds[kind],
  });
  return (
    <QueryResult
      query={activities}
      loading={t("activity.loading")}
      failed={t("activity.failed")}
      height="12rem"
      empty={<Empty text={t("activity.none")} />}
    >
      {(data) => (
        <>
          <div className={`${styles.days} ${surfaceStyles.card} ${surfaceStyles.divided}`}>
            {byDay(data, formatDate).map(([day, ofDay]) => (
              <section key={day}>
                <h2 className={textStyles.label}>{day}</h2>
                <ActivityList activities={ofDay} Why={ActivityReason} underDay />
              </section>
            ))}
          </div>
          <LoadMore
            query={activities}
            translate={(name, values) => t(`activity.${name}`, values)}
          />
        </>
      )}
    </QueryResult>
  );
}

/** Why an activity changed the points: its bill and how they were calculated, its voucher, or the reason of a correction. */
function ActivityReason({ activity }: { activity: Activity }) {
  const { t } = useTranslation(pointsTexts);
  const { actionId, amount, memberRewardId, reason, createdAt } = activity;
  const isCorrection = actionId === ACTION.adjustmentIn || actionId === ACTION.adjustmentOut;
  const hasReason = amount != null || memberRewardId != null || isCorrection;
  return (
    <div className={`${styles.reason} ${textStyles.sm}`}>
      {amount != null && <BillFacts activity={activity} amount={amount} />}
      {isCorrection && <p>{reason ? t("why.reason", { reason }) : t("why.noReason")}</p>}
      {memberRewardId != null && (
        <Link to={rewardPath(memberRewardId)} className={textStyles.link}>
          {t("why.voucher")}
        </Link>
      )}
      {!hasReason && (
        <p>
          {actionId === ACTION.registration
            ? t("why.joined", { date: formatDate(createdAt) })
            : t("why.nothing")}
        </p>
      )}
    </div>
  );
}

/** A bill, and how its points are calculated: the amount times the tier's multiplier, rounded down (spec 000 §9). */
function BillFacts({ activity, amount }: { activity: Activity; amount: string }) {
  const { t } = useTranslation(pointsTexts);
  const { outletName, receiptNumber, paidAt, multiplier, exactPoints, points } = activity;
  const facts = [
    [t("why.amount"), formatMoney(senOf(amount))],
    [t("why.outlet"), outletName],
    [t("why.receipt"), receiptNumber],
    [t("why.paid"), paidAt && formatDateTime(paidAt)],
  ] as const;
  const exact = Number(exactPoints);
  return (
    <>
      <DescriptionList facts={facts.filter(([, value]) => value)} />
      {multiplier != null && exactPoints != null && (
        <p>
          {t(exact === points ? "why.sum" : "why.sumRounded", {
            amount: formatNumber(Number(amount), { minimumFractionDigits: 2 }),
            multiplier: formatNumber(Number(multiplier)),
            exact: formatNumber(exact, { maximumFractionDigits: 3 }),
            count: points,
          })}
        </p>
      )}
    </>
  );
}

/** When a period began: 7 days, 1 month or 3 months before `now` (spec 001 §2). */
export function startOf(period: Period, now: Date): Date {
  if (period === "ever") return new Date(0);
  const start = new Date(now);
  if (period === "week") {
    start.setUTCDate(start.getUTCDate() - 7);
    return start;
  }
  start.setUTCMonth(start.getUTCMonth() - (period === "month" ? 1 : 3));
  // A month before 31 March is the last of February, not the third of March.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  return start;
}
