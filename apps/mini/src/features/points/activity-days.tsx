import { messageOf } from "@loyalty/api-client";
import { useActivities } from "@loyalty/api-client/react";
import { ActivityList, Empty, Failed, formatDate, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { useState } from "react";

import styles from "./activity-days.module.css";
import { beginOf, byDay, filtered, type Kind, type Period } from "./activity-filter.ts";
import { ActivityWhy } from "./activity-why.tsx";

/** The activities of one kind and period, under the days they happened on in Malaysia. */
export function ActivityDays({ kind, period }: { kind: Kind; period: Period }) {
  const t = useTexts(pointsTexts);
  const [now] = useState(() => new Date());
  const { data, error, isPending, isFetching, refetch } = useActivities();

  if (isPending) {
    return (
      <Loading text={t("activity.loading")}>
        <Skeleton height="12rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <Failed
        text={messageOf(error, t("activity.failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const shown = filtered(data, kind, beginOf(period, now));
  if (shown.length === 0) return <Empty text={t("activity.none")} />;

  return byDay(shown, formatDate).map(([day, activities]) => (
    <section key={day} className={styles.day}>
      <h2 className={styles.date}>{day}</h2>
      <ActivityList activities={activities} Why={ActivityWhy} underDay />
    </section>
  ));
}
