import { FROM_TIER, rewardBadges, type TierReward } from "@loyalty/api-client";
import { useTexts } from "@loyalty/ui";
import { rewardPath } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { Check, Lock } from "lucide-react";

import { PriceLine } from "../../../reward/price-line.tsx";
import { RewardPicture } from "../../../reward/reward-picture.tsx";
import { RewardTile } from "../../../reward/reward-tile.tsx";
import styles from "./tier-tile.module.css";

/** A reward that a tier brings, for no points: open, claimed already, or still above the member. */
export function TierTile({ reward }: { reward: TierReward }) {
  const t = useTexts(rewardsTexts);
  const { title, imageName, isLocked, isClaimed } = reward;
  const isOpen = !isLocked && !isClaimed;
  const Icon = isLocked ? Lock : Check;
  return (
    <RewardTile
      title={title}
      to={rewardPath(reward.id, "membership")}
      badges={rewardBadges({
        isRedeemable: isOpen,
        isClaimable: isOpen,
        isPending: false,
        isBirthday: false,
      })}
      distant={isLocked}
      picture={
        <RewardPicture
          {...{ title, imageName }}
          transactionSourceId={FROM_TIER}
          amount=""
          ratio="4 / 3"
        />
      }
    >
      {!isClaimed && <PriceLine cost={0} points={undefined} />}
      <p className={styles.tier}>
        {(isLocked || isClaimed) && <Icon aria-hidden="true" size={16} />}
        {isClaimed
          ? t("promotion.claimed")
          : t("promotion.fromTier", { tier: reward.membershipName })}
      </p>
    </RewardTile>
  );
}
