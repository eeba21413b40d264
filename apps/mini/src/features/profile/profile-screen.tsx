import { useMember, useRecentActivities, useSession } from "@loyalty/api-client/react";
import {
  buttonClass,
  Country,
  Failed,
  formatDay,
  formatMonth,
  spellTelephone,
  useTexts,
} from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { Link } from "react-router";

import { Actions } from "../../room/actions.tsx";
import { Card } from "../../room/card.tsx";
import { Facts } from "../../room/facts.tsx";
import { Room } from "../../room/room.tsx";
import { ProfileActivity } from "./profile-activity.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { SettingsLinks } from "./settings-links.tsx";

/** /profile: who the member is to us, and the ways to everything about them (spec 001 §2). */
export function ProfileScreen() {
  const t = useTexts(profileTexts);
  const { data, isError, refetch } = useMember();
  const session = useSession();
  // What stands below a list waits for it, so that it does not move when the list comes.
  const { isPending } = useRecentActivities();
  // The session remembers the record of the last visit: it stands until the fresh one is here.
  const member = data ?? (session.status === "signed-in" ? session.user : undefined);

  return (
    <Room title={t("title")}>
      {isError && <Failed text={t("failed")} onRetry={() => void refetch()} />}
      {member && <ProfileHead member={member} />}
      <Actions>
        <Link className={buttonClass()} to={paths.rewards}>
          {t("collect")}
        </Link>
        <Link className={buttonClass({ variant: "outline" })} to={paths.redeem}>
          {t("redeem")}
        </Link>
      </Actions>
      <ProfileActivity />
      {member && !isPending && (
        <Card title={t("personal")}>
          <Facts
            facts={[
              [
                t("phone"),
                spellTelephone(member.callingCode, member.mobileNumber) || t("notGiven"),
              ],
              [
                t("country"),
                member.callingCode ? (
                  <Country key="country" callingCode={member.callingCode} />
                ) : (
                  t("notGiven")
                ),
              ],
              [t("email"), member.email || t("notGiven")],
              [
                t("dateOfBirth"),
                member.dateOfBirth ? formatDay(member.dateOfBirth) : t("notGiven"),
              ],
              [t("since"), member.createdAt ? formatMonth(member.createdAt) : t("notGiven")],
            ]}
          />
        </Card>
      )}
      {!isPending && <SettingsLinks />}
    </Room>
  );
}
