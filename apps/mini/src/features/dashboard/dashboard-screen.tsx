import { useRecentActivities, useSession } from "@loyalty/api-client/react";
import { useTexts } from "@loyalty/ui";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";

import styles from "./dashboard-screen.module.css";
import { PointsFaq } from "./points-faq.tsx";
import { Promotions } from "./promotions.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivities } from "./recent-activities.tsx";
import { StandingCard } from "./standing-card.tsx";

/** /dashboard: where a member lands (spec 000 §2). */
export function DashboardScreen() {
  const t = useTexts(dashboardTexts);
  const session = useSession();
  // What stands below a list waits for it, so that it does not move when the list comes.
  const { isPending } = useRecentActivities();
  const name = session.status === "signed-in" ? session.user.name : "";

  return (
    <div className={styles.dashboard}>
      <title>{t("title")}</title>
      <h1 className={styles.welcome}>{name ? t("welcome", { name }) : t("welcomeNameless")}</h1>
      <StandingCard />
      <QuickActions />
      <RecentActivities />
      <Promotions />
      {!isPending && <PointsFaq />}
    </div>
  );
}
