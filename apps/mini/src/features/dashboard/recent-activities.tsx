import { messageOf } from "@loyalty/api-client";
import { useRecentActivities } from "@loyalty/api-client/react";
import { ActivityList, buttonClass, Empty, Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { Link } from "react-router";

import { Card } from "../../room/card.tsx";

/** The last three activities and the way to all of them (spec 000 §2). */
export function RecentActivities() {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={t("activities.title")}
      aside={<Link to={paths.activity}>{t("activities.all")}</Link>}
    >
      <LastThree />
    </Card>
  );
}

function LastThree() {
  const t = useTexts(dashboardTexts);
  const { data, error, isPending, isFetching, refetch } = useRecentActivities();

  if (isPending) {
    return (
      <Loading text={t("activities.loading")}>
        <Skeleton height="12rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <Failed
        text={messageOf(error, t("activities.failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length > 0) return <ActivityList activities={data} />;
  return (
    <Empty text={t("activities.none")}>
      <p>{t("activities.noneHint")}</p>
      <Link className={buttonClass({ variant: "soft" })} to={paths.rewards}>
        {t("activities.showCode")}
      </Link>
    </Empty>
  );
}
