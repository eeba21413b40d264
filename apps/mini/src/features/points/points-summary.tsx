import { monthBounds } from "@loyalty/api-client";
import { useActivities, useMember, useSpendings } from "@loyalty/api-client/react";
import { Failed, formatNumber, Skeleton, useTexts } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { Facts } from "../../room/facts.tsx";
import { monthTotals } from "./month-totals.ts";

/** Available, earned this month, used this month (spec 001 §2). */
export function PointsSummary() {
  const t = useTexts(pointsTexts);
  const [now] = useState(() => new Date());
  const member = useMember();
  const activities = useActivities();
  const spendings = useSpendings(monthBounds(now));
  const queries = [member, activities, spendings];

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
      ) : member.data && activities.data && spendings.data ? (
        <Totals
          available={member.data.memberPointAmount}
          earned={monthTotals(activities.data, now).earned}
          used={spendings.data.reduce((sum, { amount }) => sum + amount, 0)}
        />
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
