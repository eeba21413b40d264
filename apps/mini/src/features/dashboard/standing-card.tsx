import { messageOf } from "@loyalty/api-client";
import { useMember, useSession } from "@loyalty/api-client/react";
import { Button, PointsFigure, TierBadge, TierProgress, useStanding, useTexts } from "@loyalty/ui";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";

import { Outlook } from "./outlook.tsx";
import styles from "./standing-card.module.css";

/** The balance first, then the tier and the way to the next one. What failed can be asked for again. */
export function StandingCard() {
  const t = useTexts(dashboardTexts);
  const member = useMember();
  const session = useSession();
  // The session remembers the record of the last visit: it stands until the fresh one is here.
  const known = member.data ?? (session.status === "signed-in" ? session.user : undefined);
  const { standing, failure, retry } = useStanding();

  return (
    <section className={styles.card} aria-labelledby="dashboard-points">
      <div className={styles.head}>
        <h2 id="dashboard-points" className={styles.label}>
          {t("points")}
        </h2>
        {known && (
          <TierBadge level={known.membershipLevel} name={known.membershipName ?? undefined} />
        )}
      </div>
      <PointsFigure
        size="lg"
        points={member.data?.memberPointAmount}
        failed={member.isError}
        countsUp
      />
      <div className={styles.progress}>
        <TierProgress standing={standing} />
      </div>
      <Outlook tier={known?.membershipName ?? null} points={member.data?.memberPointAmount} />
      {failure && (
        <div role="alert" className={styles.failed}>
          <p>{messageOf(failure.error, t(`failed.${failure.what}`))}</p>
          <Button variant="outline" onClick={retry}>
            {t("retry")}
          </Button>
        </div>
      )}
    </section>
  );
}
