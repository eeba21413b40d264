import { messageOf } from "@loyalty/api-client/errors";
import { useMember, useRetryFailed } from "@loyalty/api-client/react/members";
import { useRecentActivities } from "@loyalty/api-client/react/points";
import { useSession } from "@loyalty/api-client/react/session";
import { Button } from "@loyalty/ui/button";
import { Stack } from "@loyalty/ui/layout";
import { Failed } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";

import { ActivityList } from "../member/activity-list.tsx";
import { MemberCard } from "../member/member-card.tsx";
import { useTierStatus } from "../member/tier-status.ts";
import { shellTexts } from "./texts.ts";

/** What the menu says to members: their name, their card, and how to try again where it could not be loaded. */
export function MemberWelcome() {
  const { t } = useTranslation(shellTexts);
  const session = useSession();
  const { data } = useMember();
  const { tierStatus } = useTierStatus();
  const retry = useRetryFailed();
  const name = data?.name ?? (session.status === "signed-in" ? session.user.name : "");

  return (
    <Stack as="section" gap={3}>
      <h2 className={textStyles.xl}>
        {t("sideMenu.welcomeBack", { username: name || t("sideMenu.nameless") })}
      </h2>
      <MemberCard />
      {tierStatus.status === "failed" && (
        <Button variant="outline" wide onClick={retry}>
          {t("sideMenu.tryAgain")}
        </Button>
      )}
    </Stack>
  );
}

/** The member's last activities; what fails can be tried again without leaving the menu. */
export function RecentActivity() {
  const { t } = useTranslation(shellTexts);
  const { data, error, isFetching } = useRecentActivities();
  const retry = useRetryFailed();

  return (
    <section aria-labelledby="side-menu-activity" aria-busy={isFetching}>
      <h2 id="side-menu-activity" className={textStyles.label}>
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
        <p role="status" className={textStyles.note}>
          {t("sideMenu.loadingActivities")}
        </p>
      )}
    </section>
  );
}
