import { serverNow } from "@loyalty/api-client/http";
import { usePromotedVouchers } from "@loyalty/api-client/react/rewards";
import { daysLeft } from "@loyalty/api-client/rules/rewards";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { formatLastDay } from "@loyalty/ui/formats";
import { Skeleton } from "@loyalty/ui/states";
import { paths, rewardPath } from "@loyalty/shell/paths";
import text from "@loyalty/ui/text.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { SectionHead } from "../../components/member-page.tsx";
import { RewardPicture } from "../../components/reward-content.tsx";
import { SOON_DAYS } from "../../components/reward-tiles.tsx";
import { dashboardTexts } from "./texts.ts";
import { rewardsTexts } from "../../texts.ts";
import styles from "./vouchers-ending.module.css";

export function VouchersEnding() {
  const { t } = useTranslation(dashboardTexts);
  const { t: r } = useTranslation(rewardsTexts);
  const wordsOf = useProgrammeWords();
  const { data = [], isPending } = usePromotedVouchers();
  const now = serverNow();
  const first = data.find(({ usableFrom }) => new Date(usableFrom) <= now);
  const left = first ? daysLeft(first.expireAt, now) : 0;
  const isSoon = first !== undefined && left <= SOON_DAYS;
  const title = isSoon ? r("mine.groups.soon") : t("vouchers");

  // One that waits for its day is a gift above.
  if (!first && data.length > 0) return null;
  return (
    <Stack as="section" aria-labelledby="dashboard-vouchers" gap={2}>
      <SectionHead id="dashboard-vouchers" title={title}>
        <Link to={`${paths.redeem}?tab=my-rewards`}>{r("tabs.my-rewards")}</Link>
      </SectionHead>
      {first ? (
        <Link to={rewardPath(first.id)} className={`${styles.voucher} ${surfaceStyles.card}`}>
          <span>
            <RewardPicture reward={first} ratio="1" />
          </span>
          <Stack as="span">
            <b lang={wordsOf(first.name).lang}>{wordsOf(first.name).words}</b>
            <Cluster as="span" gap={2} tight className={text.note}>
              <b data-soon={isSoon || undefined}>
                {left > 0 ? r("mine.daysLeft", { count: left }) : r("mine.endsToday")}
              </b>
              <span>{r("mine.validUntil", { date: formatLastDay(first.expireAt) })}</span>
            </Cluster>
          </Stack>
          <ChevronRight aria-hidden="true" size={22} />
        </Link>
      ) : (
        <p className={text.muted}>{isPending ? <Skeleton height="4rem" /> : r("mine.none")}</p>
      )}
    </Stack>
  );
}
