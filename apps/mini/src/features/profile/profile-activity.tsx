import { messageOf } from "@loyalty/api-client";
import { useRecentActivities } from "@loyalty/api-client/react";
import { ActivityList, Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { Link } from "react-router";

import { Card } from "../../room/card.tsx";

/** The three newest activities (spec 001 §9) and the way to all of them. */
export function ProfileActivity() {
  const t = useTexts(profileTexts);
  const { data, error, isFetching, refetch } = useRecentActivities();
  return (
    <Card title={t("recent")} aside={<Link to={paths.activity}>{t("viewAll")}</Link>}>
      {error ? (
        <Failed
          text={messageOf(error, t("activitiesFailed"))}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <ActivityList activities={data} />
      ) : (
        <Loading text={t("activitiesLoading")}>
          <Skeleton height="12rem" />
        </Loading>
      )}
    </Card>
  );
}
