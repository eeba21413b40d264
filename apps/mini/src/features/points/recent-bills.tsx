import { BILL_STATUS, messageOf, type Bill } from "@loyalty/api-client";
import { useBills } from "@loyalty/api-client/react";
import {
  Empty,
  Failed,
  formatDate,
  formatMoney,
  Loading,
  outlets,
  Skeleton,
  useTexts,
} from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import { pointsTexts } from "@loyalty/ui/texts/points";

import { Card } from "../../room/card.tsx";
import styles from "./recent-bills.module.css";

/** The three newest bills, and of a pending one the promise (spec 001 §2 and §9). */
export function RecentBills() {
  const t = useTexts(pointsTexts);
  return (
    <Card title={t("rewards.bills")}>
      <Newest />
    </Card>
  );
}

function Newest() {
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
