import { messageOf } from "@loyalty/api-client/errors";
import { useMember } from "@loyalty/api-client/react/members";
import { useKeepTierBy, useRecentActivities } from "@loyalty/api-client/react/points";
import { useProgrammeTiers } from "@loyalty/api-client/react/programme-tiers";
import { usePromotedVouchers, useRewards } from "@loyalty/api-client/react/rewards";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { affordableFirst, nextBestReward } from "@loyalty/api-client/rules/rewards";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { PointsFigure, TierBadge, TierProgress } from "@loyalty/shell/member-card";
import { paths, rewardPath } from "@loyalty/shell/paths";
import { useTierStatus } from "@loyalty/shell/tier-status";
import { Button, buttonClass } from "@loyalty/ui/button";
import { formatDay } from "@loyalty/ui/formats";
import { useTexts } from "@loyalty/ui/i18n";
import { RichText } from "@loyalty/ui/rich-text";
import { Empty } from "@loyalty/ui/states";
import { CalendarClock, Gift, MapPin, ScanLine, User, UtensilsCrossed } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { DataAge } from "../../components/data-age.tsx";
import { Card, FaqItem } from "../../components/member-page.tsx";
import { RecentActivities } from "../../components/recent-activities.tsx";
import {
  CatalogueTile,
  RewardTiles,
  TilesFailed,
  TilesLoading,
  VoucherTile,
} from "../../components/reward-tiles.tsx";
import styles from "./dashboard-screen.module.css";
import { dashboardTexts } from "./texts/dashboard.ts";

/** /dashboard: the first page after signing in (spec 000 §2). */
export default function DashboardScreen() {
  const t = useTexts(dashboardTexts);
  const name = useSignedInMember()?.name;
  // Rendered only after the list above it, so that it does not move when the list comes.
  const { isPending } = useRecentActivities();

  return (
    <div className={styles.dashboard}>
      <title>{t("title")}</title>
      <h1 className={styles.welcome}>{name ? t("welcome", { name }) : t("welcomeNameless")}</h1>
      <TierStatusCard />
      <QuickActions />
      <RecentActivities
        title={t("activities.title")}
        all={t("activities.all")}
        loading={t("activities.loading")}
        failed={t("activities.failed")}
        height="12rem"
        empty={
          <Empty text={t("activities.none")}>
            <p>{t("activities.noneHint")}</p>
            <Link className={buttonClass({ variant: "soft" })} to={paths.rewards}>
              {t("activities.showCode")}
            </Link>
          </Empty>
        }
      />
      <Promotions />
      {!isPending && <PointsFaq />}
    </div>
  );
}

/** Points, tier and the progress to the next tier. A failed request can be repeated. */
function TierStatusCard() {
  const t = useTexts(dashboardTexts);
  const member = useMember();
  const known = useSignedInMember();
  const { tierStatus, failure, retry } = useTierStatus();

  return (
    <section className={styles.card} aria-labelledby="dashboard-points">
      <div className={styles.head}>
        <h2 id="dashboard-points" className={styles.label}>
          {t("points")}
        </h2>
        {known && <TierBadge both level={known.membershipLevel} name={known.membershipName} />}
      </div>
      <PointsFigure
        size="lg"
        points={member.data?.memberPointAmount}
        failed={member.isError}
        countsUp
      />
      <DataAge />
      <div className={styles.progress}>
        <TierProgress tierStatus={tierStatus} />
      </div>
      <NextSteps tier={known?.membershipName ?? null} points={member.data?.memberPointAmount} />
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

/** What comes next: the nearest reward, and by when the member must earn points to keep the tier. */
function NextSteps({ tier, points }: { tier: string | null; points: number | undefined }) {
  const t = useTexts(dashboardTexts);
  const wordsOf = useProgrammeWords();
  const { data: keepBy, isPending } = useKeepTierBy();
  const { data: rewards } = useRewards();
  const next = rewards && points !== undefined ? nextBestReward(rewards, points) : null;

  return (
    <ul role="list" className={styles.nextSteps} data-waiting={isPending || !rewards || undefined}>
      {rewards && rewards.length > 0 && points !== undefined && (
        <li>
          <Gift aria-hidden="true" size={18} />
          {next ? (
            <Link to={rewardPath(next.reward.id, "promotion")}>
              {t("nextReward", { count: next.missing, title: wordsOf(next.reward.title).words })}
            </Link>
          ) : (
            <span>{t("allInReach")}</span>
          )}
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

const quickActions = [
  { name: "scan", to: paths.rewards, Icon: ScanLine },
  { name: "redeem", to: paths.redeem, Icon: Gift },
  { name: "profile", to: paths.profile, Icon: User },
  { name: "locations", to: paths.locations, Icon: MapPin },
  { name: "menu", to: paths.menu, Icon: UtensilsCrossed },
] as const;

/** The five links of spec 000 §2. */
function QuickActions() {
  const t = useTexts(dashboardTexts);
  return (
    <nav aria-label={t("actions.title")}>
      <ul role="list" className={styles.actions}>
        {quickActions.map(({ name, to, Icon }) => (
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

/** Spec 000 §2: up to six. */
const SHOWN = 6;

/** Up to six offers: the member's vouchers first, then rewards for points (docs/readings.md). */
function Promotions() {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={t("promotions.title")}
      aside={<Link to={paths.redeem}>{t("promotions.all")}</Link>}
    >
      <FirstSix />
    </Card>
  );
}

function FirstSix() {
  const t = useTexts(dashboardTexts);
  const { data: member } = useMember();
  const vouchers = usePromotedVouchers();
  const rewards = useRewards();
  const failed = [vouchers, rewards].filter(({ isLoadingError }) => isLoadingError);

  if (failed.length > 0) return <TilesFailed queries={failed} />;
  if (!vouchers.data || !rewards.data) return <TilesLoading />;

  const points = member?.memberPointAmount;
  const tiles = [
    ...vouchers.data.map((voucher) => (
      <VoucherTile key={`voucher-${voucher.id}`} voucher={voucher} />
    )),
    ...affordableFirst(rewards.data, points ?? 0).map((reward) => (
      <CatalogueTile key={`reward-${reward.id}`} reward={reward} points={points} />
    )),
  ].slice(0, SHOWN);
  if (tiles.length > 0) return <RewardTiles>{tiles}</RewardTiles>;
  return (
    <Empty text={t("promotions.none")}>
      <p>{t("promotions.noneHint")}</p>
    </Empty>
  );
}

/** Frequent questions about points; each opens to its answer (spec 000 §2 and §9). */
function PointsFaq() {
  const t = useTexts(dashboardTexts);
  return (
    <section className={styles.faq} aria-labelledby="points-faq">
      <h2 id="points-faq">{t("faq.title")}</h2>
      {(["earn", "when", "redeem"] as const).map((topic) => (
        <FaqItem key={topic} question={t(`faq.${topic}Question`)}>
          <p>{t(`faq.${topic}Answer`)}</p>
          <Helpful />
        </FaqItem>
      ))}
      <FaqItem question={t("faq.tiersQuestion")}>
        <TierList />
        <p>{t("faq.tiersRule")}</p>
        <Helpful />
      </FaqItem>
    </section>
  );
}

function TierList() {
  const t = useTexts(dashboardTexts);
  const tiers = useProgrammeTiers();
  return (
    <ul>
      {tiers.map(({ name, floor, upLevelPointAmount, multiplierTenths }) => {
        const tier = { name, from: floor, multiplier: multiplierTenths / 10 };
        return (
          <li key={name}>
            {upLevelPointAmount === 0
              ? t("faq.tierWithoutCeiling", tier)
              : t("faq.tierWithCeiling", { ...tier, to: upLevelPointAmount - 1 })}
          </li>
        );
      })}
    </ul>
  );
}

/** Yes and No under an answer. Nothing is counted; after No there is a link to the contact page. */
function Helpful() {
  const t = useTexts(dashboardTexts);
  const [answer, setAnswer] = useState<"yes" | "no" | null>(null);

  return (
    <div className={styles.helpful}>
      <span aria-hidden="true">{t("faq.helpful")}</span>
      <div role="group" aria-label={t("faq.helpful")} className={styles.buttons}>
        {(["yes", "no"] as const).map((choice) => (
          <Button
            key={choice}
            variant="outline"
            aria-pressed={answer === choice}
            onClick={() => setAnswer(choice)}
          >
            {t(`faq.${choice}`)}
          </Button>
        ))}
      </div>
      <p role="status">
        {answer === "yes" && <span>{t("faq.thanks")}</span>}
        {answer === "no" && (
          <RichText
            texts={dashboardTexts}
            name="faq.askUs"
            parts={{ contact: <Link to={paths.contact} /> }}
          />
        )}
      </p>
    </div>
  );
}
