import { useMember } from "@loyalty/api-client/react/members";
import { useRewards } from "@loyalty/api-client/react/rewards";
import { BIRTHDAY_PROMOTION, nextBestReward } from "@loyalty/api-client/rules/rewards";
import type { Reward } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { buttonClass } from "@loyalty/ui/button";
import { Skeleton } from "@loyalty/ui/states";
import { rewardPath } from "@loyalty/shell/paths";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { amountOff, RewardPicture } from "../../components/reward-content.tsx";
import { dashboardTexts } from "./texts.ts";
import styles from "./have-now.module.css";

/** The best reward that these points pay for now; null where there is none. */
export function bestNow(rewards: readonly Reward[], points: number): Reward | null {
  const [best] = rewards
    .filter(
      ({ isClaimable, pointToRedeem, promotionTypeId }) =>
        isClaimable &&
        promotionTypeId !== BIRTHDAY_PROMOTION &&
        pointToRedeem > 0 &&
        pointToRedeem <= points,
    )
    .toSorted((one, other) => other.pointToRedeem - one.pointToRedeem);
  return best ?? null;
}

/** What the member can have now, else what is nearest: its picture and one button. */
export function HaveNow() {
  const { t } = useTranslation(dashboardTexts);
  const { data: rewards, isPending } = useRewards();
  const { data: member } = useMember();
  const points = member?.memberPointAmount;
  if (isPending || points === undefined) return <Skeleton height="11rem" />;
  if (!rewards) return null;

  const now = bestNow(rewards, points);
  if (now) {
    const left = t("now.left", { count: points - now.pointToRedeem });
    const worth = amountOff(now.value);
    return (
      <OneReward
        reward={now}
        eyebrow={t("now.title")}
        text={worth ? t("now.worth", { worth, left }) : left}
        button={t("now.get", { count: now.pointToRedeem })}
        isNow
      />
    );
  }
  const next = nextBestReward(rewards, points);
  if (!next) return null;
  return (
    <OneReward
      reward={next.reward}
      eyebrow={t("next.title")}
      text={t("next.missing", { count: next.missing })}
      button={t("next.see")}
    />
  );
}

interface OneRewardProps {
  reward: Reward;
  eyebrow: string;
  text: string;
  button: string;
  isNow?: boolean;
}

function OneReward({ reward, eyebrow, text, button, isNow }: OneRewardProps) {
  const { words: title, lang } = useProgrammeWords()(reward.title);
  return (
    <article className={styles.now}>
      <div className={styles.picture}>
        <RewardPicture reward={reward} ratio="1" eager />
      </div>
      <div className={styles.words}>
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h2 className={styles.title} lang={lang}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
        <Link
          className={buttonClass({ variant: isNow ? "primary" : "soft", wide: true })}
          to={rewardPath(reward.id, "promotion")}
        >
          {button}
        </Link>
      </div>
    </article>
  );
}
