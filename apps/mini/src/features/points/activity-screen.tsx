import { ACTION, type Activity, messageOf } from "@loyalty/api-client";
import { useActivities } from "@loyalty/api-client/react";
import {
  ActivityList,
  Button,
  Empty,
  Failed,
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  Loading,
  Skeleton,
  Tabs,
  useTexts,
} from "@loyalty/ui";
import { paths, rewardPath } from "@loyalty/ui/routes";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";

import { Facts, Page } from "../../page/member-page.tsx";
import styles from "./activity-screen.module.css";

/** /activity: everything that moved the member's points, adjustments included (docs/readings.md). */
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
      <KindTabs kind={kind} onChange={setKind}>
        <ActivityDays kind={kind} period={period} />
      </KindTabs>
    </Page>
  );
}

interface KindTabsProps {
  kind: Kind;
  onChange: (kind: Kind) => void;
  /** The list of the active tab. */
  children: ReactNode;
}

/** All, Earned, Redeemed (spec 001 §2). */
export function KindTabs({ kind, onChange, children }: KindTabsProps) {
  const t = useTexts(pointsTexts);
  return (
    <div>
      <Tabs
        label={t("activity.tabs")}
        tabs={kinds.map((key) => ({ key, label: t(`activity.${key}`), panel: children }))}
        active={kind}
        onChange={onChange}
      />
    </div>
  );
}

/** The activities of one kind and period, under the days they happened on in Malaysia, a page after the other. */
export function ActivityDays({ kind, period }: { kind: Kind; period: Period }) {
  const t = useTexts(pointsTexts);
  const activities = useActivities({
    name: `${kind} ${period}`,
    since: () => beginOf(period, new Date()),
    ...(actionsOf[kind] && { actionIds: actionsOf[kind] }),
  });
  const { data, error, isPending, isFetching, refetch } = activities;

  if (isPending) {
    return (
      <Loading text={t("activity.loading")}>
        <Skeleton height="12rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <Failed
        text={messageOf(error, t("activity.failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) return <Empty text={t("activity.none")} />;

  return (
    <>
      {byDay(data, formatDate).map(([day, ofDay]) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{day}</h2>
          <ActivityList activities={ofDay} Why={ActivityWhy} underDay />
        </section>
      ))}
      <More activities={activities} count={data.length} />
    </>
  );
}

interface MoreProps {
  activities: ReturnType<typeof useActivities>;
  count: number;
}

/** How many stand there, and the next page. After the last one the focus is on the count, for the button has gone. */
function More({ activities, count }: MoreProps) {
  const t = useTexts(pointsTexts);
  const shown = useRef<HTMLParagraphElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = activities;

  async function load() {
    const { hasNextPage: hasMore, isError } = await fetchNextPage();
    if (!hasMore && !isError) shown.current?.focus();
  }

  return (
    <div className={styles.more}>
      <p ref={shown} role="status" tabIndex={-1}>
        {hasNextPage ? t("activity.shown", { count }) : t("activity.allShown", { count })}
      </p>
      {isFetchNextPageError && <p role="alert">{t("activity.moreFailed")}</p>}
      {hasNextPage && (
        <Button variant="outline" busy={isFetchingNextPage} onClick={() => void load()}>
          {t("activity.more")}
        </Button>
      )}
    </div>
  );
}

const REGISTRATION = 1;
const CORRECTIONS: readonly number[] = [4, 5];

/** Why an activity moved the points it did: its bill and the sum, its voucher, the reason of a correction. */
export function ActivityWhy({ activity }: { activity: Activity }) {
  const t = useTexts(pointsTexts);
  const { actionId, amount, memberRewardId, reason, createdAt } = activity;
  const known = amount != null || memberRewardId != null || CORRECTIONS.includes(actionId);
  return (
    <div className={styles.why}>
      {amount != null && <BillFacts activity={activity} amount={amount} />}
      {CORRECTIONS.includes(actionId) && (
        <p>{reason ? t("why.reason", { reason }) : t("why.noReason")}</p>
      )}
      {memberRewardId != null && <Link to={rewardPath(memberRewardId)}>{t("why.voucher")}</Link>}
      {!known && (
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
  const facts: (readonly [string, string])[] = [
    [t("why.amount"), formatMoney(Math.round(Number(amount) * 100))],
  ];
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

/** How the points come from the amount: times the tier's multiplier, and rounded down (spec 000 §9). */
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

export const kinds = ["all", "earned", "redeemed"] as const;
export type Kind = (typeof kinds)[number];

export const periods = ["week", "month", "quarter", "ever"] as const;
export type Period = (typeof periods)[number];

/** The instant a period began: 7 days, 1 month or 3 months before `now` (spec 001 §2). */
export function beginOf(period: Period, now: Date): Date {
  const begin = new Date(now);
  if (period === "week") begin.setUTCDate(begin.getUTCDate() - 7);
  if (period === "month") goBackMonths(begin, 1);
  if (period === "quarter") goBackMonths(begin, 3);
  return period === "ever" ? new Date(0) : begin;
}

// A month before 31 March is the last of February, not the third of March.
function goBackMonths(date: Date, months: number) {
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
}

/** The actions of a kind: what adds points counts as earned, what takes them as redeemed; undefined is all. */
export const actionsOf = {
  all: undefined,
  earned: [ACTION.earned, ACTION.adjustmentIn],
  redeemed: [ACTION.redeemed, ACTION.adjustmentOut],
} satisfies Record<Kind, (typeof ACTION)[keyof typeof ACTION][] | undefined>;

/** Activities under the day they happened on, newest first, as the list is. */
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
