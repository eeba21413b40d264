import { serverNow } from "@loyalty/api-client/http";
import { useMember } from "@loyalty/api-client/react/members";
import { usePromotedVouchers, useRewards } from "@loyalty/api-client/react/rewards";
import {
  affordableFirst,
  BIRTHDAY_PROMOTION,
  daysLeft,
  pointsMissing,
} from "@loyalty/api-client/rules/rewards";
import type { Reward } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { Empty, Loading, Skeleton } from "@loyalty/ui/states";
import { paths, rewardPath } from "@loyalty/shell/paths";
import { memberTexts } from "@loyalty/shell/texts/member";
import text from "@loyalty/ui/text.module.css";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { SectionHead } from "../../components/member-page.tsx";
import { type PicturedReward, RewardPicture } from "../../components/reward-content.tsx";
import { TilesFailed } from "../../components/reward-tiles.tsx";
import { dashboardTexts } from "./texts.ts";
import { rewardsTexts } from "../../texts.ts";
import styles from "./promotions.module.css";

/** Spec 000 §2: up to six. */
const MAX_OFFERS = 6;

/** Up to six offers: the member's vouchers first, then rewards for points (docs/specification.md). */
export function Promotions() {
  const { t } = useTranslation(dashboardTexts);
  return (
    <Stack as="section" aria-labelledby="dashboard-promotions" gap={2}>
      <SectionHead id="dashboard-promotions" title={t("promotions.title")}>
        <Link to={paths.redeem}>{t("promotions.all")}</Link>
      </SectionHead>
      <FirstSix />
    </Stack>
  );
}

function FirstSix() {
  const { t } = useTranslation(dashboardTexts);
  const { t: r } = useTranslation(rewardsTexts);
  const { data: member } = useMember();
  const vouchers = usePromotedVouchers();
  const rewards = useRewards();
  const failed = [vouchers, rewards].filter(({ isLoadingError }) => isLoadingError);

  if (failed.length > 0) return <TilesFailed queries={failed} />;
  if (!vouchers.data || !rewards.data) {
    return (
      <Loading text={r("loading")}>
        <Skeleton height="30rem" />
      </Loading>
    );
  }
  const points = member?.memberPointAmount;
  const now = serverNow();
  const tiles = [
    ...vouchers.data.map((voucher) => {
      const left = daysLeft(voucher.expireAt, now);
      return (
        <Tile
          key={`voucher-${voucher.id}`}
          reward={{ ...voucher, title: voucher.name }}
          to={rewardPath(voucher.id)}
        >
          {left > 0 ? r("mine.daysLeft", { count: left }) : r("mine.endsToday")}
        </Tile>
      );
    }),
    ...affordableFirst(rewards.data, points ?? 0).map((reward) => (
      <Tile
        key={`reward-${reward.id}`}
        reward={reward}
        to={rewardPath(reward.id, "promotion")}
        limited={reward.endAt !== null}
      >
        <Price reward={reward} points={points} />
      </Tile>
    )),
  ].slice(0, MAX_OFFERS);
  if (tiles.length > 0)
    return (
      <ul role="list" className={styles.tiles}>
        {tiles}
      </ul>
    );
  return (
    <Empty text={t("promotions.none")}>
      <p>{t("promotions.noneHint")}</p>
    </Empty>
  );
}

function Price({ reward, points }: { reward: Reward; points: number | undefined }) {
  const { t: r } = useTranslation(rewardsTexts);
  const { t: m } = useTranslation(memberTexts);
  const { pointToRedeem: cost, promotionTypeId, isClaimable } = reward;
  if (promotionTypeId === BIRTHDAY_PROMOTION && !isClaimable) return r("promotion.inBirthMonth");
  const missing = pointsMissing(cost, points ?? cost);
  return (
    <>
      <span>{cost === 0 ? r("promotion.free") : m("points", { count: cost })}</span>
      {missing > 0 && <span>{r("promotion.toGo", { count: missing })}</span>}
    </>
  );
}

interface TileProps {
  reward: PicturedReward & Pick<Reward, "title">;
  to: string;
  limited?: boolean;
  children: ReactNode;
}

function Tile({ reward, to, limited, children }: TileProps) {
  const { t: r } = useTranslation(rewardsTexts);
  const { words: title, lang } = useProgrammeWords()(reward.title);
  return (
    <li>
      <Link to={to}>
        <span>
          <RewardPicture reward={reward} ratio="1" />
          {limited && <span className={styles.limited}>{r("promotion.limited")}</span>}
        </span>
        <b lang={lang}>{title}</b>
        <Cluster as="span" gap={2} tight className={text.note}>
          {children}
        </Cluster>
      </Link>
    </li>
  );
}
