import { useActivities, useMember } from "@loyalty/api-client/react";
import { Failed, i18n, Skeleton, useTexts } from "@loyalty/ui";
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

  function retry() {
    if (member.isError) void member.refetch();
    if (activities.isError) void activities.refetch();
  }

  return (
    <Card title={t("rewards.summary")} busy={member.isPending || activities.isPending}>
      {member.isError || activities.isError ? (
        <Failed
          text={t("rewards.summaryFailed")}
          busy={member.isFetching || activities.isFetching}
          onRetry={retry}
        />
      ) : member.data && activities.data ? (
        <Totals available={member.data.memberPointAmount} {...monthTotals(activities.data, now)} />
      ) : (
        <Skeleton height="3rem" />
      )}
    </Card>
  );
}

function Totals(totals: { available: number; earned: number; used: number }) {
  const t = useTexts(pointsTexts);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Facts
      facts={[
        [t("rewards.available"), number.format(totals.available)],
        [t("rewards.earnedThisMonth"), number.format(totals.earned)],
        [t("rewards.usedThisMonth"), number.format(totals.used)],
      ]}
    />
  );
}
