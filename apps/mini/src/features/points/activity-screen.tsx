import { useActivities } from "@loyalty/api-client/react/points.ts";
import { ACTION, senOf } from "@loyalty/api-client/rules/points.ts";
import type { Activity } from "@loyalty/api-client/wire.ts";
import { formatDate, formatDateTime, formatMoney, formatNumber } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { ActivityList } from "@loyalty/ui/member/activity-list.tsx";
import { Empty } from "@loyalty/ui/primitives/states.tsx";
import { Tabs } from "@loyalty/ui/primitives/tabs.tsx";
import { paths, rewardPath } from "@loyalty/ui/routes/paths.ts";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { useState } from "react";
import { Link } from "react-router";

import { LoadMore } from "../../page/load-more.tsx";
import { Facts, Page } from "../../page/member-page.tsx";
import { pointsTexts } from "../../texts/points.ts";
import styles from "./activity-screen.module.css";

const kinds = ["all", "earned", "redeemed"] as const;
type Kind = (typeof kinds)[number];

const periods = ["week", "month", "quarter", "ever"] as const;
type Period = (typeof periods)[number];

/** /activity: every change of the member's points, adjustments included (docs/readings.md). */
export function ActivityScreen() {
  const t = useTexts(pointsTexts);
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const [period, setPeriod] = useState<Period>("quarter");

  return (
    <Page title={t("activity.title")} back={{ to: paths.dashboard, label: t("activity.back") }}>
      <label className={styles.period}>
        {t("activity.period")}
        <select value={period} onChange={(event) => setPeriod(event.target.value as Period)}>
          {periods.map((name) => (
            <option key={name} value={name}>
              {t(`activity.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <div>
        <Tabs
          label={t("activity.tabs")}
          tabs={kinds.map((key) => ({
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

/** The activities of one kind and period, grouped by their day in Malaysia, page by page. */
function ActivityDays({ kind, period }: { kind: Kind; period: Period }) {
  const t = useTexts(pointsTexts);
  const activities = useActivities({
    name: `${kind} ${period}`,
    since: () => startOf(period, new Date()),
    ...(actionsOf[kind] && { actionIds: actionsOf[kind] }),
  });
  return (
    <QueryResult
      query={activities}
      loading={t("activity.loading")}
      failed={t("activity.failed")}
      height="12rem"
    >
      {(data) =>
        data.length === 0 ? (
          <Empty text={t("activity.none")} />
        ) : (
          <>
            {byDay(data, formatDate).map(([day, ofDay]) => (
              <section key={day} className={styles.day}>
                <h2 className={styles.date}>{day}</h2>
                <ActivityList activities={ofDay} Why={ActivityReason} underDay />
              </section>
            ))}
            <LoadMore
              query={activities}
              shown={t(activities.hasNextPage ? "activity.shown" : "activity.allShown", {
                count: data.length,
              })}
              more={t("activity.more")}
              failed={t("activity.moreFailed")}
            />
          </>
        )
      }
    </QueryResult>
  );
}

const REGISTRATION = 1;
const CORRECTIONS: readonly number[] = [4, 5];

/** Why an activity changed the points: its bill and how they were calculated, its voucher, or the reason of a correction. */
function ActivityReason({ activity }: { activity: Activity }) {
  const t = useTexts(pointsTexts);
  const { actionId, amount, memberRewardId, reason, createdAt } = activity;
  const hasReason = amount != null || memberRewardId != null || CORRECTIONS.includes(actionId);
  return (
    <div className={styles.reason}>
      {amount != null && <BillFacts activity={activity} amount={amount} />}
      {CORRECTIONS.includes(actionId) && (
        <p>{reason ? t("why.reason", { reason }) : t("why.noReason")}</p>
      )}
      {memberRewardId != null && <Link to={rewardPath(memberRewardId)}>{t("why.voucher")}</Link>}
      {!hasReason && (
        <p>
          {actionId === REGISTRATION
            ? t("why.joined", { date: formatDate(createdAt) })
            : t("why.nothing")}
        </p>
      )}
    </div>
  );
}

function BillFacts({ activity, amount }: { activity: Activity; amount: string }) {
  const t = useTexts(pointsTexts);
  const { outletName, receiptNumber, paidAt } = activity;
  const facts: (readonly [string, string])[] = [[t("why.amount"), formatMoney(senOf(amount))]];
  if (outletName) facts.push([t("why.outlet"), outletName]);
  if (receiptNumber) facts.push([t("why.receipt"), receiptNumber]);
  if (paidAt) facts.push([t("why.paid"), formatDateTime(paidAt)]);
  return (
    <>
      <Facts facts={facts} />
      <Sum activity={activity} amount={amount} />
    </>
  );
}

/** How points are calculated: the amount times the tier's multiplier, rounded down (spec 000 §9). */
function Sum({ activity, amount }: { activity: Activity; amount: string }) {
  const t = useTexts(pointsTexts);
  const { multiplier, exactPoints, points } = activity;
  if (multiplier == null || exactPoints == null) return null;
  const exact = Number(exactPoints);
  const parts = {
    amount: formatNumber(Number(amount), { minimumFractionDigits: 2 }),
    multiplier: formatNumber(Number(multiplier)),
    exact: formatNumber(exact, { maximumFractionDigits: 3 }),
    count: points,
  };
  return <p>{exact === points ? t("why.sum", parts) : t("why.sumRounded", parts)}</p>;
}

/** When a period began: 7 days, 1 month or 3 months before `now` (spec 001 §2). */
export function startOf(period: Period, now: Date): Date {
  const start = new Date(now);
  if (period === "week") start.setUTCDate(start.getUTCDate() - 7);
  if (period === "month") goBackMonths(start, 1);
  if (period === "quarter") goBackMonths(start, 3);
  return period === "ever" ? new Date(0) : start;
}

// A month before 31 March is the last of February, not the third of March.
function goBackMonths(date: Date, months: number) {
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
}

/** The actions of a kind: those that add points are earned, those that deduct are redeemed; undefined means all. */
const actionsOf = {
  all: undefined,
  earned: [ACTION.earned, ACTION.adjustmentIn],
  redeemed: [ACTION.redeemed, ACTION.adjustmentOut],
} satisfies Record<Kind, (typeof ACTION)[keyof typeof ACTION][] | undefined>;

/** Activities grouped by day, in the order of the list. */
export function byDay(
  activities: readonly Activity[],
  dayOf: (iso: string) => string,
): [day: string, activities: Activity[]][] {
  const days = new Map<string, Activity[]>();
  for (const activity of activities) {
    const day = dayOf(activity.createdAt);
    days.set(day, [...(days.get(day) ?? []), activity]);
  }
  return [...days];
}
