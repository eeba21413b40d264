import { messageOf } from "@loyalty/api-client";
import { useRecentActivities, useRetryFailed, withQueries } from "@loyalty/api-client/react";

import { ActivityList } from "../../member/activity-list.tsx";
import { Failed } from "../../primitives/states.tsx";
import { shellTexts } from "../../texts/shell.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./side-menu.module.css";

/** The member's last activities; what fails can be tried again without leaving the menu. */
function RecentActivity() {
  const t = useTexts(shellTexts);
  const { data, error, isFetching } = useRecentActivities();
  const retry = useRetryFailed();

  return (
    <section aria-labelledby="side-menu-activity" aria-busy={isFetching}>
      <h2 id="side-menu-activity" className={styles.title}>
        {t("sideMenu.recentActivity")}
      </h2>
      {data ? (
        <ActivityList activities={data} />
      ) : error ? (
        <Failed
          text={messageOf(error, t("sideMenu.activitiesFailed"))}
          retryLabel={t("sideMenu.tryAgain")}
          busy={isFetching}
          onRetry={retry}
        />
      ) : (
        <p role="status" className={styles.quiet}>
          {t("sideMenu.loadingActivities")}
        </p>
      )}
    </section>
  );
}

export default withQueries(RecentActivity);
