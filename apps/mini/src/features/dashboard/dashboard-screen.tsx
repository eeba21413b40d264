import { messageOf, nextBestReward } from "@loyalty/api-client";
import {
  useKeepTierBy,
  useMember,
  useRecentActivities,
  useRewards,
  useSession,
} from "@loyalty/api-client/react";
import {
  ActivityList,
  Button,
  buttonClass,
  Empty,
  Failed,
  formatDay,
  Loading,
  PointsFigure,
  Skeleton,
  TierBadge,
  TierProgress,
  useProgrammeWords,
  useStanding,
  useTexts,
} from "@loyalty/ui";
import { paths, rewardPath } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { CalendarClock, Gift, MapPin, ScanLine, User, UtensilsCrossed } from "lucide-react";
import { Link } from "react-router";

import { Card } from "../../page/member-page.tsx";
import styles from "./dashboard-screen.module.css";
import { PointsFaq } from "./points-faq.tsx";
import { Promotions } from "./promotions.tsx";

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
      <TierStatusCard />
      <QuickActions />
      <RecentActivities />
      <Promotions />
      {!isPending && <PointsFaq />}
    </div>
  );
}

/** The balance first, then the tier and the way to the next one. What failed can be asked for again. */
export function TierStatusCard() {
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

/** What comes next: the nearest reward by name, and by when earning keeps the tier. */
export function Outlook({ tier, points }: { tier: string | null; points: number | undefined }) {
  const t = useTexts(dashboardTexts);
  const wordsOf = useProgrammeWords();
  const { data: keepBy, isPending } = useKeepTierBy();
  const { data: rewards } = useRewards();
  const next = rewards && points !== undefined ? nextBestReward(rewards, points) : null;

  return (
    <ul role="list" className={styles.outlook} data-waiting={isPending || !rewards || undefined}>
      {next && (
        <li>
          <Gift aria-hidden="true" size={18} />
          <Link to={rewardPath(next.reward.id, "promotion")}>
            {t("nextReward", { count: next.missing, title: wordsOf(next.reward.title).words })}
          </Link>
        </li>
      )}
      {rewards && rewards.length > 0 && points !== undefined && !next && (
        <li>
          <Gift aria-hidden="true" size={18} />
          {t("allInReach")}
        </li>
      )}
      {keepBy && tier && (
        <li>
          <CalendarClock aria-hidden="true" size={18} />
          {t("forecast", { date: formatDay(keepBy), tier })}
        </li>
      )}
    </ul>
  );
}

const actions = [
  { name: "scan", to: paths.rewards, Icon: ScanLine },
  { name: "redeem", to: paths.redeem, Icon: Gift },
  { name: "profile", to: paths.profile, Icon: User },
  { name: "locations", to: paths.locations, Icon: MapPin },
  { name: "menu", to: paths.menu, Icon: UtensilsCrossed },
] as const;

/** The five ways on from the dashboard, spec 000 §2. */
export function QuickActions() {
  const t = useTexts(dashboardTexts);
  return (
    <nav aria-label={t("actions.title")}>
      <ul role="list" className={styles.actions}>
        {actions.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to} className={styles.action}>
              <Icon aria-hidden="true" />
              {t(`actions.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The last three activities and the way to all of them (spec 000 §2). */
export function RecentActivities() {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={t("activities.title")}
      aside={<Link to={paths.activity}>{t("activities.all")}</Link>}
    >
      <LastThree />
    </Card>
  );
}

function LastThree() {
  const t = useTexts(dashboardTexts);
  const { data, error, isPending, isFetching, refetch } = useRecentActivities();

  if (isPending) {
    return (
      <Loading text={t("activities.loading")}>
        <Skeleton height="12rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <Failed
        text={messageOf(error, t("activities.failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length > 0) return <ActivityList activities={data} />;
  return (
    <Empty text={t("activities.none")}>
      <p>{t("activities.noneHint")}</p>
      <Link className={buttonClass({ variant: "soft" })} to={paths.rewards}>
        {t("activities.showCode")}
      </Link>
    </Empty>
  );
}
