import { FROM_TIER } from "@loyalty/api-client/http";
import { useMember } from "@loyalty/api-client/react/members";
import { useRecentActivities } from "@loyalty/api-client/react/points";
import { useRewards, useTierRewards } from "@loyalty/api-client/react/rewards";
import { ACTION } from "@loyalty/api-client/rules/points";
import { BIRTHDAY_PROMOTION, nextBestReward } from "@loyalty/api-client/rules/rewards";
import type { Reward } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { buttonClass } from "@loyalty/ui/button";
import { Skeleton } from "@loyalty/ui/states";
import { rewardPath } from "@loyalty/shell/paths";
import textStyles from "@loyalty/ui/text.module.css";
import { Cluster, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { amountOff, type PicturedReward, RewardPicture } from "../../components/reward-content.tsx";
import { dashboardTexts } from "./texts.ts";
import { rewardsTexts } from "../../texts.ts";
import styles from "./have-now.module.css";

/**
 * The best reward that these points pay for now; null where there is none. What is free comes first, then what the member
 * has not had lately, then what costs most.
 *
 * @param had the titles of what they had
 */
export function bestNow(
  rewards: readonly Reward[],
  points: number,
  had: readonly string[],
): Reward | null {
  const rank = ({ pointToRedeem, title }: Reward) =>
    pointToRedeem === 0 ? 0 : had.includes(title) ? 2 : 1;
  const [best] = rewards
    .filter(
      ({ isClaimable, pointToRedeem, promotionTypeId }) =>
        isClaimable && promotionTypeId !== BIRTHDAY_PROMOTION && pointToRedeem <= points,
    )
    .toSorted((one, other) => rank(one) - rank(other) || other.pointToRedeem - one.pointToRedeem);
  return best ?? null;
}

/** What the member can have now, the highest tier's gift first, else what is nearest: one picture, one button. */
export function HaveNow() {
  const { t } = useTranslation(dashboardTexts);
  const { t: r } = useTranslation(rewardsTexts);
  const { data: rewards, isPending } = useRewards();
  const tiers = useTierRewards();
  const { data: member } = useMember();
  const activities = useRecentActivities();
  const points = member?.memberPointAmount;
  const isTierPending = tiers.isPending && !tiers.isPaused;
  if (isPending || isTierPending || activities.isPending || points === undefined)
    return <Skeleton height="14.5rem" />;
  if (!rewards) return null;

  const gift = tiers.data?.findLast(({ isLocked, isClaimed }) => !isLocked && !isClaimed);
  if (gift) {
    return (
      <OneReward
        reward={{ ...gift, transactionSourceId: FROM_TIER }}
        to={rewardPath(gift.id, "membership")}
        eyebrow={t("now.title")}
        button={t("now.getFree")}
        full
      >
        <span>{r("promotion.free")}</span>
      </OneReward>
    );
  }

  const had = (activities.data ?? []).filter(({ actionId }) => actionId === ACTION.redeemed);
  const titles = had.map(({ remark }) => remark);
  const now = bestNow(rewards, points, titles);
  if (now) {
    const { pointToRedeem: cost } = now;
    const worth = amountOff(now.value);
    return (
      <OneReward
        reward={now}
        to={rewardPath(now.id, "promotion")}
        eyebrow={t("now.title")}
        button={cost === 0 ? t("now.getFree") : t("now.get", { count: cost })}
        full
      >
        {worth && (
          <b className={`${textStyles.success} ${textStyles.lg}`}>{t("now.saves", { worth })}</b>
        )}
        <span>{cost === 0 ? r("promotion.free") : t("now.left", { count: points - cost })}</span>
      </OneReward>
    );
  }
  const next = nextBestReward(rewards, points);
  if (!next) return null;
  const cost = next.reward.pointToRedeem;
  return (
    <OneReward
      reward={next.reward}
      to={rewardPath(next.reward.id, "promotion")}
      eyebrow={t("next.title")}
      button={t("next.see")}
    >
      <Cluster as="strong" gap={2} nowrap className={textStyles.tabular}>
        <Vessel share={points / cost} />
        <span>{t("next.filled", { points, cost })}</span>
      </Cluster>
      <span>{t("next.missing", { count: next.missing })}</span>
    </OneReward>
  );
}

interface OneRewardProps {
  reward: PicturedReward & Pick<Reward, "title">;
  to: string;
  eyebrow: string;
  button: string;
  /** There are points enough for it. */
  full?: boolean;
  children: ReactNode;
}

function OneReward({ reward, to, eyebrow, button, full, children }: OneRewardProps) {
  const { words: title, lang } = useProgrammeWords()(reward.title);
  return (
    <article className={`${styles.now} ${surfaceStyles.card}`}>
      <div>
        <RewardPicture reward={reward} eager />
      </div>
      <div>
        <p>{eyebrow}</p>
        <h2 lang={lang}>{title}</h2>
        <Stack as="p" gap={1} className={textStyles.note}>
          {children}
        </Stack>
      </div>
      <Link className={buttonClass({ variant: full ? "primary" : "soft", wide: true })} to={to}>
        {button}
      </Link>
    </article>
  );
}

/** A bowl, or a glass of tea, that fills with the points: `share` from 0 to 1. */
function Vessel({ share }: { share: number }) {
  const level = { "--level": `${Math.round(100 * share)}%` } as CSSProperties;
  return <i className={styles.vessel} style={level} aria-hidden="true" />;
}
