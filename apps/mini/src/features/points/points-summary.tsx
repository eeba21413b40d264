import { useMember, usePointTotals } from "@loyalty/api-client/react";
import { Failed, formatNumber, Skeleton, useTexts } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";

import { Card } from "../../room/card.tsx";
import { Facts } from "../../room/facts.tsx";

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
