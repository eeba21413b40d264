import { messageOf } from "@loyalty/api-client";
import { useActivities } from "@loyalty/api-client/react";
import {
  ActivityList,
  Button,
  Empty,
  Failed,
  formatDate,
  Loading,
  Skeleton,
  useTexts,
} from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { useRef } from "react";

import styles from "./activity-days.module.css";
import { actionsOf, beginOf, byDay, type Kind, type Period } from "./activity-filter.ts";
import { ActivityWhy } from "./activity-why.tsx";

/** The activities of one kind and period, under the days they happened on in Malaysia, a page after the other. */
export function ActivityDays({ kind, period }: { kind: Kind; period: Period }) {
  const t = useTexts(pointsTexts);
  const activities = useActivities({
    name: `${kind} ${period}`,
    since: () => beginOf(period, new Date()),
    ...(actionsOf[kind] && { actionIds: actionsOf[kind] }),
  });
  const { data, error, isPending, isFetching, refetch } = activities;

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
  if (data.length === 0) return <Empty text={t("activity.none")} />;

  return (
    <>
      {byDay(data, formatDate).map(([day, ofDay]) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{day}</h2>
          <ActivityList activities={ofDay} Why={ActivityWhy} underDay />
        </section>
      ))}
      <More activities={activities} count={data.length} />
    </>
  );
}

interface MoreProps {
  activities: ReturnType<typeof useActivities>;
  count: number;
}

/** How many stand there, and the next page. After the last one the focus is on the count, for the button has gone. */
function More({ activities, count }: MoreProps) {
  const t = useTexts(pointsTexts);
  const shown = useRef<HTMLParagraphElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = activities;

  async function load() {
    const { hasNextPage: hasMore, isError } = await fetchNextPage();
    if (!hasMore && !isError) shown.current?.focus();
  }

  return (
    <div className={styles.more}>
      <p ref={shown} role="status" tabIndex={-1}>
        {hasNextPage ? t("activity.shown", { count }) : t("activity.allShown", { count })}
      </p>
      {isFetchNextPageError && <p role="alert">{t("activity.moreFailed")}</p>}
      {hasNextPage && (
        <Button variant="outline" busy={isFetchingNextPage} onClick={() => void load()}>
          {t("activity.more")}
        </Button>
      )}
    </div>
  );
}
