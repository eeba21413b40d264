import { useMember } from "@loyalty/api-client/react/members";
import { usePointTotals } from "@loyalty/api-client/react/points";
import { formatNumber } from "@loyalty/ui/formats";
import { Failed, Skeleton } from "@loyalty/ui/states";
import { useTranslation } from "react-i18next";

import { pointsTexts } from "../texts/points.ts";
import { Card } from "./member-page.tsx";
import styles from "./points-summary.module.css";

/** Points available, earned this month and used this month (spec 001 §2). The server adds up the month. */
export function PointsSummary() {
  const { t } = useTranslation(pointsTexts);
  const member = useMember();
  const totals = usePointTotals();
  const queries = [member, totals];

  return (
    <Card title={t("rewards.summary")} busy={queries.some(({ isPending }) => isPending)}>
      {queries.some(({ isLoadingError }) => isLoadingError) ? (
        <Failed
          text={t("rewards.summaryFailed")}
          busy={queries.some(({ isFetching }) => isFetching)}
          onRetry={() => queries.forEach((query) => query.isError && void query.refetch())}
        />
      ) : member.data && totals.data ? (
        <dl className={styles.totals}>
          {(
            [
              ["available", member.data.memberPointAmount],
              ["earnedThisMonth", totals.data.earned],
              ["usedThisMonth", totals.data.used],
            ] as const
          ).map(([name, points]) => (
            <div key={name}>
              <dt>{t(`rewards.${name}`)}</dt>
              <dd>{formatNumber(points)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton height="4.25rem" />
      )}
    </Card>
  );
}
