import { type Bill, BILL_STATUS, messageOf } from "@loyalty/api-client";
import {
  useBills,
  useMember,
  usePointTotals,
  useRecentActivities,
  useReloadMember,
  useSession,
} from "@loyalty/api-client/react";
import {
  ActivityList,
  buttonClass,
  Empty,
  Failed,
  formatDate,
  formatMoney,
  formatNumber,
  Loading,
  outlets,
  showToast,
  Skeleton,
  spellTelephone,
  useTexts,
} from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { memberTexts } from "@loyalty/ui/texts/member";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { useEffect, useRef } from "react";
import { Link } from "react-router";

import { DataAge } from "../../page/data-age.tsx";
import { Actions, Card, Facts, Page } from "../../page/member-page.tsx";
import { MemberCode } from "./member-code.tsx";
import styles from "./points-screen.module.css";

/** /rewards: the member's code for the counter, and what became of the points (spec 001 §2). */
export function PointsScreen() {
  const t = useTexts(pointsTexts);
  const session = useSession();
  useArrivingPoints();
  // What stands below a list waits for it, so that it does not move when the list comes.
  const waiting = [useRecentActivities(), useBills()].some(({ isPending }) => isPending);

  return (
    <Page title={t("rewards.title")}>
      <Card title={t("rewards.codeTitle")}>
        {session.status === "signed-in" && (
          <MemberCode
            code={session.user.memberCode}
            phone={spellTelephone(session.user.callingCode, session.user.mobileNumber)}
          />
        )}
      </Card>
      <Actions>
        <Link className={buttonClass({ size: "lg" })} to={paths.redeem}>
          {t("rewards.redeem")}
        </Link>
      </Actions>
      <DataAge />
      <PointsSummary />
      <PointsActivity />
      <RecentBills />
      {!waiting && (
        <div role="group" aria-label={t("rewards.info.title")} className={styles.info}>
          {(["net", "when", "where"] as const).map((topic) => (
            <Card key={topic} title={t(`rewards.info.${topic}Title`)}>
              <p>{t(`rewards.info.${topic}`)}</p>
            </Card>
          ))}
        </div>
      )}
    </Page>
  );
}

/** Available, earned this month, used this month (spec 001 §2); the server adds the month up. */
export function PointsSummary() {
  const t = useTexts(pointsTexts);
  const member = useMember();
  const totals = usePointTotals();
  const queries = [member, totals];

  function retry() {
    for (const query of queries) if (query.isError) void query.refetch();
  }

  return (
    <Card title={t("rewards.summary")} busy={queries.some(({ isPending }) => isPending)}>
      {queries.some(({ isError, data }) => isError && data === undefined) ? (
        <Failed
          text={t("rewards.summaryFailed")}
          busy={queries.some(({ isFetching }) => isFetching)}
          onRetry={retry}
        />
      ) : member.data && totals.data ? (
        <Totals available={member.data.memberPointAmount} {...totals.data} />
      ) : (
        <Skeleton height="3rem" />
      )}
    </Card>
  );
}

function Totals(totals: { available: number; earned: number; used: number }) {
  const t = useTexts(pointsTexts);
  return (
    <Facts
      facts={[
        [t("rewards.available"), formatNumber(totals.available)],
        [t("rewards.earnedThisMonth"), formatNumber(totals.earned)],
        [t("rewards.usedThisMonth"), formatNumber(totals.used)],
      ]}
    />
  );
}

/** The points screen shows the two newest (spec 001 §9). */
const SHOWN = 2;

/** Recent points activity, with the way to all of it. */
export function PointsActivity() {
  const t = useTexts(pointsTexts);
  return (
    <Card
      title={t("rewards.recent")}
      aside={<Link to={paths.activity}>{t("rewards.viewAll")}</Link>}
    >
      <NewestActivities />
    </Card>
  );
}

function NewestActivities() {
  const t = useTexts(pointsTexts);
  const { data, error, isPending, isFetching, refetch } = useRecentActivities();
  if (isPending) {
    return (
      <Loading text={t("rewards.loading")}>
        <Skeleton height="7rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <Failed
        text={messageOf(error, t("rewards.failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) return <Empty text={t("rewards.none")} />;
  return <ActivityList activities={data.slice(0, SHOWN)} />;
}

/** The three newest bills, and of a pending one the promise (spec 001 §2 and §9). */
export function RecentBills() {
  const t = useTexts(pointsTexts);
  return (
    <Card title={t("rewards.bills")}>
      <NewestBills />
    </Card>
  );
}

function NewestBills() {
  const t = useTexts(pointsTexts);
  const { data, error, isPending, isFetching, refetch } = useBills();
  if (isPending) {
    return (
      <Loading text={t("rewards.billsLoading")}>
        <Skeleton height="7rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <Failed
        text={messageOf(error, t("rewards.billsFailed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) return <Empty text={t("rewards.billsNone")} />;
  return (
    <ul role="list" className={styles.bills}>
      {data.map((bill) => (
        <li key={bill.id}>
          <BillLine bill={bill} />
        </li>
      ))}
    </ul>
  );
}

type Known = (typeof BILL_STATUS)[keyof typeof BILL_STATUS];

function BillLine({ bill }: { bill: Bill }) {
  const t = useTexts(pointsTexts);
  const m = useTexts(memberTexts);
  const { points, createdAt } = bill;
  const amount = formatMoney(Math.round(Number(bill.amount) * 100));
  const outlet = outlets.find(({ id }) => id === bill.outletId)?.name;
  const status = bill.statusId as Known;
  return (
    <>
      <span className={styles.words}>
        <b>{outlet ? t("rewards.bill", { amount, outlet }) : amount}</b>
        <span>{formatDate(createdAt)}</span>
        <span>{t(`rewards.billStatus.${status}`)}</span>
      </span>
      {status === BILL_STATUS.verified && (
        <span className={styles.points}>+{m("points", { count: points })}</span>
      )}
    </>
  );
}

/** Whoever stands at the counter sees her bill within this time of the cashier's press. */
const ASK_AGAIN_MS = 8000;

/** The points of the bills that are counted now and were not before. */
export function arrivedPoints(before: readonly Bill[], now: readonly Bill[]): number {
  const counted = (bills: readonly Bill[]) =>
    bills.filter(({ statusId }) => statusId === BILL_STATUS.verified);
  const known = new Set(counted(before).map(({ id }) => id));
  return counted(now)
    .filter(({ id }) => !known.has(id))
    .reduce((sum, { points }) => sum + points, 0);
}

/** Watches for the till while the code is on the screen: a new bill, and points that arrive, show by themselves. */
export function useArrivingPoints(): void {
  const { data: bills } = useBills({ refetchIntervalMs: ASK_AGAIN_MS });
  const reload = useReloadMember();
  const known = useRef<Bill[]>(undefined);

  useEffect(() => {
    const before = known.current;
    known.current = bills;
    if (!before || !bills || before === bills) return;
    reload();
    const count = arrivedPoints(before, bills);
    if (count > 0) showToast("success", pointsTexts.say("rewards.arrived", { count }), 5);
  }, [bills, reload]);
}
