import { serverNow } from "@loyalty/api-client/http";
import { useRecentActivities } from "@loyalty/api-client/react/points";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { isBirthMonth } from "@loyalty/api-client/rules/calendar";
import { buttonClass } from "@loyalty/ui/button";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { Empty, Skeleton } from "@loyalty/ui/states";
import { paths } from "@loyalty/shell/paths";
import { useIsDesktop } from "@loyalty/ui/media-queries";
import { Stack } from "@loyalty/ui/layout";
import { Gift, MapPin, ScanLine, User, UtensilsCrossed } from "lucide-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Card, useCardMember } from "../../card/card.tsx";
import { useTilt } from "../../card/use-tilt.ts";
import { useTillNews } from "../../card/use-till-news.ts";
import { DataAge } from "../../components/data-age.tsx";
import { RecentActivities } from "../../components/recent-activities.tsx";
import { dashboardTexts } from "./texts.ts";
import styles from "./dashboard-screen.module.css";
import { Greeting, occasion, partOfDay } from "./greeting.tsx";
import { HaveNow } from "./have-now.tsx";
import { NearestOutlet } from "./nearest-outlet.tsx";
import { PointsFaq } from "./points-faq.tsx";
import { Promotions } from "./promotions.tsx";
import { TierWay } from "./tier-way.tsx";
import { VouchersEnding } from "./vouchers-ending.tsx";

const BirthdayGift = lazy(() =>
  import("./gifts.tsx").then((all) => ({ default: all.BirthdayGift })),
);
const TillSlip = lazy(async () => ({
  default: (await import("../../card/till-slip.tsx")).TillSlip,
}));
const WelcomeGift = lazy(() => import("./gifts.tsx").then((all) => ({ default: all.WelcomeGift })));

/** /dashboard: the first page after signing in (spec 000 §2). One column, on a desktop two. */
export default function DashboardScreen() {
  const { t } = useTranslation(dashboardTexts);
  const isDesktop = useIsDesktop();
  // Rendered only after the list above it, so that it does not move when the list comes.
  const { isPending } = useRecentActivities();

  const faq = !isPending && <PointsFaq />;
  const outlet = !isPending && <NearestOutlet />;
  const activities = (
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
  );

  return (
    <div className={styles.dashboard}>
      <title>{t("title")}</title>
      <Greeting />
      {isDesktop ? (
        <>
          <Stack gap={5}>
            <Gifts />
            <HaveNow />
            <QuickActions />
            <Promotions />
            {faq}
          </Stack>
          <Stack gap={5}>
            <CardToShow />
            <TierWay />
            <VouchersEnding />
            {activities}
            {outlet}
          </Stack>
        </>
      ) : (
        <>
          <CardToShow />
          <Gifts />
          <QuickActions />
          <HaveNow />
          <TierWay />
          <VouchersEnding />
          {activities}
          <Promotions />
          {outlet}
          {faq}
        </>
      )}
    </div>
  );
}

/** In the month of birth and on the day of joining there is a gift. */
function Gifts() {
  const member = useSignedInMember();
  if (!member) return null;
  const now = serverNow();
  const isBirthday = isBirthMonth(member.dateOfBirth, now);
  const isWelcome = occasion(member, now) === "welcome";
  return (
    <>
      {isBirthday && (
        <LazyBoundary fallback={<Skeleton height="var(--gift-height)" />} errorFallback={null}>
          <BirthdayGift />
        </LazyBoundary>
      )}
      {isWelcome && (
        <LazyBoundary fallback={<Skeleton height="var(--gift-height)" />} errorFallback={null}>
          <WelcomeGift />
        </LazyBoundary>
      )}
    </>
  );
}

/** The member's card; a tap shows its code, and below it is what the till has just done. */
function CardToShow() {
  const { t } = useTranslation(dashboardTexts);
  const member = useCardMember();
  const news = useTillNews("cached");
  return (
    <div>
      <div
        className={styles.card}
        ref={useTilt<HTMLDivElement>()}
        data-sky={partOfDay(serverNow())}
      >
        {member && <Card member={member} />}
        <Link to={paths.rewards} aria-label={t("showCard")} viewTransition />
        <DataAge />
      </div>
      <div role="status">
        {news && (
          <LazyBoundary>
            <TillSlip news={news} />
          </LazyBoundary>
        )}
      </div>
    </div>
  );
}

const quickActions = [
  { name: "scan", to: paths.rewards, Icon: ScanLine },
  { name: "redeem", to: paths.redeem, Icon: Gift },
  { name: "profile", to: paths.profile, Icon: User },
  { name: "locations", to: paths.locations, Icon: MapPin },
  { name: "menu", to: paths.menu, Icon: UtensilsCrossed },
] as const;

/** The five links of spec 000 §2, in one row. */
function QuickActions() {
  const { t } = useTranslation(dashboardTexts);
  return (
    <nav aria-label={t("actions.title")} className={styles.quick}>
      <ul role="list">
        {quickActions.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to} viewTransition={to === paths.rewards}>
              <span>
                <Icon aria-hidden="true" />
              </span>
              {t(`actions.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
