import { type Member, messageOf } from "@loyalty/api-client";
import { useMember, useRecentActivities, useSession } from "@loyalty/api-client/react";
import {
  ActivityList,
  Button,
  buttonClass,
  Country,
  Failed,
  formatDay,
  formatMonth,
  Loading,
  openOverlay,
  Skeleton,
  spellTelephone,
  TierBadge,
  useTexts,
} from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

import { Actions, Card, Facts, Page } from "../../page/member-page.tsx";
import styles from "./profile-screen.module.css";

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
    <Page title={t("title")}>
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
    </Page>
  );
}

/** The member's initial, name, tier and points. */
export function ProfileHead({ member }: { member: Member }) {
  const t = useTexts(profileTexts);
  const { name, membershipLevel, membershipName, memberPointAmount, createdAt } = member;
  return (
    <div className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p>
          <TierBadge level={membershipLevel} name={membershipName} />
        </p>
        <p>{t("points", { points: memberPointAmount })}</p>
        {createdAt && (
          <p className={styles.since}>{t("memberSince", { month: formatMonth(createdAt) })}</p>
        )}
      </div>
    </div>
  );
}

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

const links = [
  { name: "edit", to: paths.profileEdit },
  { name: "data", to: paths.personalInfo },
  { name: "devices", to: paths.devices },
  { name: "referral", to: paths.referral },
  { name: "notifications", to: paths.notifications },
  { name: "language", to: paths.language },
  { name: "help", to: paths.helpSupport },
  { name: "terms", to: paths.terms },
  { name: "privacy", to: paths.privacy },
] as const;

/** The account settings, spec 001 §2, the way to one's own data, and the way out. */
export function SettingsLinks() {
  const t = useTexts(profileTexts);
  return (
    <Card title={t("settings")}>
      <ul role="list" className={styles.links}>
        {links.map(({ name, to }) => (
          <li key={name}>
            <Link to={to}>
              {t(`links.${name}`)}
              <ChevronRight aria-hidden="true" size={18} />
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="outline" onClick={() => openOverlay("sign-out", { variant: "profile" })}>
        {t("signOut")}
      </Button>
    </Card>
  );
}
