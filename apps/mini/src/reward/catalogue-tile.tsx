import { BIRTHDAY_PROMOTION, rewardBadges, type Reward } from "@loyalty/api-client";
import { rewardPath } from "@loyalty/ui/routes";

import { amountOff } from "./money.ts";
import { PriceLine } from "./price-line.tsx";
import { RewardPicture } from "./reward-picture.tsx";
import { RewardTile } from "./reward-tile.tsx";

/** A reward of the catalogue, its badges and how far it is (spec 001 §4). */
export function CatalogueTile({ reward, points }: { reward: Reward; points: number | undefined }) {
  const { title, pointToRedeem, isClaimable, imageName, transactionSourceId } = reward;
  const isBirthday = reward.promotionTypeId === BIRTHDAY_PROMOTION;
  // As long as the points are not known, the server's word holds.
  const affordable = points === undefined ? isClaimable : points >= pointToRedeem;
  return (
    <RewardTile
      title={title}
      to={rewardPath(reward.id, "promotion")}
      badges={rewardBadges({
        // Outside the month of birth the API says that it is not claimable.
        isRedeemable: affordable && (!isBirthday || isClaimable),
        isClaimable,
        isPending: reward.isClaimPending,
        isBirthday,
      })}
      limited={reward.endAt !== null}
      distant={points !== undefined && !affordable}
      picture={
        <RewardPicture
          {...{ title, imageName, transactionSourceId }}
          amount={amountOff(reward.discountValue)}
          ratio="4 / 3"
        />
      }
    >
      <PriceLine cost={pointToRedeem} points={points} />
    </RewardTile>
  );
}
