import { messageOf } from "@loyalty/api-client";
import { useReferees } from "@loyalty/api-client/react";
import { Empty, Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { referralTexts } from "@loyalty/ui/texts/referral";

import { Card } from "../../room/card.tsx";
import styles from "./invite-history.module.css";

/** The friends who joined with the member's code, masked; active once their first bill was verified. */
export function InviteHistory() {
  const t = useTexts(referralTexts);
  return (
    <Card title={t("history")}>
      <Friends />
    </Card>
  );
}

function Friends() {
  const t = useTexts(referralTexts);
  const { data: friends, error, isPending, isFetching, refetch } = useReferees();

  if (isPending) {
    return (
      <Loading text={t("historyLoading")}>
        <Skeleton height="3rem" />
      </Loading>
    );
  }
  if (error) {
    return (
      <Failed
        text={messageOf(error, t("historyFailed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (friends.length === 0) return <Empty text={t("none")} />;
  return (
    <ul role="list" className={styles.friends}>
      {friends.map(({ id, name, fullMobileNumber, isActive }) => (
        <li key={id}>
          <span>
            {name}
            <span className={styles.number}>{fullMobileNumber}</span>
          </span>
          <span className={isActive ? styles.active : styles.pending}>
            {isActive ? t("active") : t("pending")}
          </span>
        </li>
      ))}
    </ul>
  );
}
