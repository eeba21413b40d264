import {
  isPresented,
  lifeOf,
  rewardBadges,
  serverNow,
  VOUCHER_STATUS,
  whyNotPresentable,
  type RewardBadge,
  type Voucher,
} from "@loyalty/api-client";
import { formatDate, useTexts } from "@loyalty/ui";
import { rewardPath } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";

import { amountOff } from "./money.ts";
import { RewardPicture } from "./reward-picture.tsx";
import { RewardTile } from "./reward-tile.tsx";
import styles from "./voucher-tile.module.css";

// `transactionSourceId` of a birthday's gift (docs/readings.md, "Rewards and vouchers").
const FROM_BIRTHDAY = 2;

/** What the card says: statusId 1 is claimable, a shown code pending (spec 001 §4). */
function badgesOf(voucher: Voucher, now: Date): RewardBadge[] {
  const life = lifeOf(voucher);
  const ready = voucher.statusId === VOUCHER_STATUS.active && !whyNotPresentable(life, null, now);
  return rewardBadges({
    isRedeemable: ready,
    isClaimable: ready,
    isPending: isPresented(life, now),
    isBirthday: voucher.transactionSourceId === FROM_BIRTHDAY,
  });
}

/** A voucher of the member's: its code, and until when it is good. */
export function VoucherTile({ voucher }: { voucher: Voucher }) {
  const t = useTexts(rewardsTexts);
  const { name: title, imageName, transactionSourceId, usableFrom, expireAt } = voucher;
  const now = serverNow();
  const early = new Date(usableFrom) > now;
  return (
    <RewardTile
      title={title}
      to={rewardPath(voucher.id)}
      badges={badgesOf(voucher, now)}
      picture={
        <RewardPicture
          {...{ title, imageName, transactionSourceId }}
          amount={amountOff(voucher.discountValue)}
          ratio="4 / 3"
        />
      }
    >
      <p className={styles.code}>{voucher.code}</p>
      <p className={styles.until}>
        {early
          ? t("mine.usableFrom", { date: formatDate(usableFrom) })
          : t("mine.validUntil", { date: lastDay(expireAt) })}
      </p>
    </RewardTile>
  );
}

/** The last day a voucher is good: its end is the midnight after. Nothing where no end is known. */
export function lastDay(expireAt: string): string {
  if (Number.isNaN(Date.parse(expireAt))) return "";
  return formatDate(new Date(Date.parse(expireAt) - 1).toISOString());
}
