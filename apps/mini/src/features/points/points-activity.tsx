import { messageOf } from "@loyalty/api-client";
import { useRecentActivities } from "@loyalty/api-client/react";
import { ActivityList, Empty, Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { Link } from "react-router";

import { Card } from "../../room/card.tsx";

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
      <Newest />
    </Card>
  );
}

function Newest() {
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
