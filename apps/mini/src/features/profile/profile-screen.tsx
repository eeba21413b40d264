import { useMember } from "@loyalty/api-client/react/members";
import { useRecentActivities } from "@loyalty/api-client/react/points";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import type { Member } from "@loyalty/api-client/wire";
import { formatPhoneNumber } from "@loyalty/content/contact";
import { openDialog } from "@loyalty/shell/dialogs";
import { paths } from "@loyalty/shell/paths";
import { Stack } from "@loyalty/ui/layout";
import { Button, buttonClass } from "@loyalty/ui/button";
import { formatDay, formatMonth } from "@loyalty/ui/formats";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { Country } from "@loyalty/ui/phone-field";
import { Failed } from "@loyalty/ui/states";
import text from "@loyalty/ui/text.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import {
  Bell,
  ChevronRight,
  CircleQuestionMark,
  Gift,
  KeyRound,
  Languages,
  Lock,
  MessageSquare,
  ScrollText,
  ShieldCheck,
  UserPen,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { CardSurface } from "../../card/card.tsx";
import { ButtonRow, Card, DescriptionList, Page } from "../../components/member-page.tsx";
import { RecentActivities } from "../../components/recent-activities.tsx";
import { SavedThisYear } from "../../components/saved-this-year.tsx";
import { profileTexts } from "../../texts/profile.ts";
import styles from "./profile-screen.module.css";

/** /profile: the member's record, and links to all settings (spec 001 §2). */
export default function ProfileScreen() {
  const { t } = useTranslation(profileTexts);
  const { data, isError, refetch } = useMember();
  const member = useSignedInMember();
  // The cards below the list are rendered after it, so that they do not move when it comes.
  const { isPending } = useRecentActivities();
  const known = (value: ReactNode) => value || t("notGiven");

  return (
    <Page title={t("title")} columns="narrow-first">
      <Stack gap={5}>
        {isError && !data && <Failed text={t("failed")} onRetry={() => void refetch()} />}
        {member && <ProfileHead member={member} />}
        <ButtonRow>
          <Link className={buttonClass()} to={paths.rewards}>
            {t("collect")}
          </Link>
          <Link className={buttonClass({ variant: "outline" })} to={paths.redeem}>
            {t("redeem")}
          </Link>
        </ButtonRow>
        <RecentActivities
          title={t("recent")}
          all={t("viewAll")}
          loading={t("activitiesLoading")}
          failed={t("activitiesFailed")}
          height="12rem"
        />
      </Stack>
      {member && !isPending && (
        <Card title={t("personal")}>
          <DescriptionList
            facts={[
              [t("phone"), known(formatPhoneNumber(member.callingCode, member.mobileNumber))],
              [
                t("country"),
                known(member.callingCode && <Country callingCode={member.callingCode} />),
              ],
              [t("email"), known(member.email)],
              [t("dateOfBirth"), known(member.dateOfBirth && formatDay(member.dateOfBirth))],
              [t("since"), known(member.createdAt && formatMonth(member.createdAt))],
            ]}
          />
        </Card>
      )}
      {!isPending && <SettingsLinks />}
    </Page>
  );
}

/** The member's initial, name, tier and points, in the material of their card. */
function ProfileHead({ member }: { member: Member }) {
  const { t } = useTranslation(profileTexts);
  const { name, membershipLevel, membershipName, memberPointAmount, createdAt } = member;
  return (
    <CardSurface level={membershipLevel} className={styles.head}>
      <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
      <Stack gap={1}>
        <p className={`${text.strong} ${text.xl}`}>{name}</p>
        <p>
          <span>{membershipName}</span> · <b>{t("points", { points: memberPointAmount })}</b>
        </p>
        {createdAt && (
          <p className={styles.since}>{t("memberSince", { month: formatMonth(createdAt) })}</p>
        )}
        <p className={text.sm}>
          <SavedThisYear />
        </p>
      </Stack>
    </CardSurface>
  );
}

const settingsLinks = [
  { name: "edit", to: paths.profileEdit, Icon: UserPen },
  { name: "data", to: `${paths.personalInfo}#privacy`, Icon: ShieldCheck },
  { name: "devices", to: paths.devices, Icon: KeyRound },
  { name: "referral", to: paths.referral, Icon: Gift },
  { name: "messages", to: paths.messages, Icon: MessageSquare },
  { name: "notifications", to: paths.notifications, Icon: Bell },
  { name: "language", to: paths.language, Icon: Languages },
  { name: "help", to: paths.helpSupport, Icon: CircleQuestionMark },
  { name: "terms", to: paths.terms, Icon: ScrollText },
  { name: "privacy", to: paths.privacy, Icon: Lock },
] as const;

/** Links to the account settings (spec 001 §2), to the member's own data, and signing out. */
function SettingsLinks() {
  const { t } = useTranslation(profileTexts);
  return (
    <Card title={t("settings")}>
      <ul role="list" className={`${styles.links} ${surfaceStyles.divided}`}>
        {settingsLinks.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to}>
              <span>
                <Icon aria-hidden="true" size={18} />
              </span>
              <span className={layoutStyles.grow}>{t(`links.${name}`)}</span>
              <ChevronRight aria-hidden="true" size={18} />
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="outline" onClick={() => openDialog("sign-out", { variant: "profile" })}>
        {t("signOut")}
      </Button>
    </Card>
  );
}
