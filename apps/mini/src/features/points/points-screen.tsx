import { useBills, useRecentActivities, useSession } from "@loyalty/api-client/react";
import { buttonClass, spellTelephone, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { Link } from "react-router";

import { Actions } from "../../room/actions.tsx";
import { Age } from "../../room/age.tsx";
import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { MemberCode } from "./member-code.tsx";
import { PointsActivity } from "./points-activity.tsx";
import styles from "./points-screen.module.css";
import { PointsSummary } from "./points-summary.tsx";
import { RecentBills } from "./recent-bills.tsx";
import { useArrivingPoints } from "./use-arriving-points.ts";

/** /rewards: the member's code for the counter, and what became of the points (spec 001 §2). */
export function PointsScreen() {
  const t = useTexts(pointsTexts);
  const session = useSession();
  useArrivingPoints();
  // What stands below a list waits for it, so that it does not move when the list comes.
  const waiting = [useRecentActivities(), useBills()].some(({ isPending }) => isPending);

  return (
    <Room title={t("rewards.title")}>
      <Card title={t("rewards.codeTitle")}>
        {session.status === "signed-in" && (
          <MemberCode
            code={session.user.memberCode}
            phone={spellTelephone(session.user.callingCode, session.user.mobileNumber)}
          />
        )}
      </Card>
      <Actions>
        <Link className={buttonClass({ size: "lg" })} to={paths.redeem}>
          {t("rewards.redeem")}
        </Link>
      </Actions>
      <Age />
      <PointsSummary />
      <PointsActivity />
      <RecentBills />
      {!waiting && (
        <div role="group" aria-label={t("rewards.info.title")} className={styles.info}>
          {(["net", "when", "where"] as const).map((topic) => (
            <Card key={topic} title={t(`rewards.info.${topic}Title`)}>
              <p>{t(`rewards.info.${topic}`)}</p>
            </Card>
          ))}
        </div>
      )}
    </Room>
  );
}
