import {
  BIRTHDAY_PROMOTION,
  FROM_TIER,
  isPresented,
  lifeOf,
  pointsMissing,
  VOUCHER_STATUS,
  voucherStatus,
  whyNotClaimable,
  whyNotPresentable,
  type Member,
  type Reward,
  type RewardDetail,
  type TierReward,
  type TierRewardDetail,
  type Voucher,
  type VoucherDetail,
  type WhyNotClaimable,
  type WhyNotPresentable,
} from "@loyalty/api-client";

export type WhyNot = WhyNotClaimable | WhyNotPresentable;
export type ViewStatus =
  | "available"
  | "insufficient"
  | "pending"
  | "locked"
  | "notAvailable"
  | "used"
  | "expired"
  | "cancelled";

/** What the page shows of a reward of the catalogue, of a tier, or of a voucher: one thing to the member. */
export interface RewardView {
  kind: "promotion" | "membership" | "voucher";
  id: number;
  title: string;
  /** Sanitised HTML, as are the terms. */
  description: string;
  terms: string;
  imageName: string | null;
  transactionSourceId: number;
  /** Ringgit off the bill. */
  discount: string;
  minSpend: string;
  /** Points; null when nothing is paid with points any more. */
  cost: number | null;
  limit: number | null;
  isBirthday: boolean;
  isPointsReward: boolean;
  code: string | null;
  /** Null while only a list told of it. */
  outlets: readonly { id: number; name: string }[] | null;
  everywhere: boolean;
  startAt: string | null;
  endAt: string | null;
  /** The tier that opens it, of a tier's reward. */
  tier: string | null;
  missing: number;
  whyNot: WhyNot | null;
  status: ViewStatus;
}

const REWARD_OF_POINTS = 3;

const outletsOf = (known: object | { outlets: RewardView["outlets"] }): RewardView["outlets"] =>
  "outlets" in known ? known.outlets : null;

/** A reward of the catalogue as it is to a member at a moment. */
export function viewOfReward(
  reward: RewardDetail | Reward,
  member: Member | undefined,
  now: Date,
): RewardView {
  const isBirthday = reward.promotionTypeId === BIRTHDAY_PROMOTION;
  const points = member?.memberPointAmount ?? 0;
  const whyNot = whyNotClaimable(
    {
      cost: reward.pointToRedeem,
      isActive: reward.statusId === 1,
      startsAt: reward.startAt,
      endsAt: reward.endAt,
      forBirthday: isBirthday,
    },
    { points, dateOfBirth: member?.dateOfBirth ?? null, hasPresented: reward.isClaimPending },
    now,
  );
  return {
    kind: "promotion",
    id: reward.id,
    title: reward.title,
    description: reward.description,
    terms: reward.termAndCondition,
    imageName: reward.imageName,
    transactionSourceId: reward.transactionSourceId,
    discount: reward.discountValue,
    minSpend: "0.00",
    cost: reward.pointToRedeem,
    limit: reward.memberRedeemableLimit,
    isBirthday,
    isPointsReward: reward.typeId === REWARD_OF_POINTS,
    code: "code" in reward ? reward.code : null,
    outlets: outletsOf(reward),
    everywhere: reward.outletIds.length === 0,
    startAt: reward.startAt,
    endAt: reward.endAt,
    tier: null,
    missing: pointsMissing(reward.pointToRedeem, points),
    // What only the server knows (a limit, the stock) is in its own flag.
    whyNot: whyNot ?? (reward.isClaimable ? null : "not_available"),
    status: reward.isClaimPending
      ? "pending"
      : whyNot === "not_enough_points"
        ? "insufficient"
        : whyNot || !reward.isClaimable
          ? "notAvailable"
          : "available",
  };
}

/** A reward of a tier: open, claimed once already, or locked below it. */
export function viewOfTierReward(reward: TierRewardDetail | TierReward): RewardView {
  const { isLocked, isClaimed } = reward;
  return {
    kind: "membership",
    id: reward.id,
    title: reward.title,
    description: reward.description,
    terms: reward.termAndCondition,
    imageName: reward.imageName,
    transactionSourceId: FROM_TIER,
    discount: "0.00",
    minSpend: "0.00",
    cost: 0,
    limit: 1,
    isBirthday: false,
    isPointsReward: false,
    code: null,
    outlets: outletsOf(reward),
    everywhere: "outletIds" in reward && reward.outletIds.length === 0,
    startAt: null,
    endAt: null,
    tier: reward.membershipName,
    missing: 0,
    whyNot: isLocked ? "tier_locked" : isClaimed ? "limit_reached" : null,
    status: isLocked ? "locked" : isClaimed ? "notAvailable" : "available",
  };
}

const ENDED = {
  [VOUCHER_STATUS.expired]: "expired",
  [VOUCHER_STATUS.cancelled]: "cancelled",
} as const;

function statusOf(voucher: Voucher, now: Date): ViewStatus {
  const life = lifeOf(voucher);
  if (isPresented(life, now)) return "pending";
  const status = voucherStatus(life, now);
  if (status === VOUCHER_STATUS.presentedOrUsed) return "used";
  if (status !== VOUCHER_STATUS.active) return ENDED[status];
  return whyNotPresentable(life, null, now) ? "notAvailable" : "available";
}

/** A voucher of the member's at a moment. */
export function viewOfVoucher(voucher: VoucherDetail | Voucher, now: Date): RewardView {
  return {
    kind: "voucher",
    id: voucher.id,
    title: voucher.name,
    description: voucher.description,
    terms: voucher.termAndCondition,
    imageName: voucher.imageName,
    transactionSourceId: voucher.transactionSourceId,
    discount: voucher.discountValue,
    minSpend: voucher.minSpend,
    cost: null,
    limit: 1,
    // transactionSourceId 2 (docs/readings.md, "Rewards and vouchers").
    isBirthday: voucher.transactionSourceId === 2,
    isPointsReward: voucher.rewardTypeId === REWARD_OF_POINTS,
    code: voucher.code,
    outlets: outletsOf(voucher),
    everywhere: voucher.outletIds.length === 0,
    startAt: voucher.usableFrom,
    endAt: voucher.expireAt,
    tier: null,
    missing: 0,
    whyNot: whyNotPresentable(lifeOf(voucher), null, now),
    status: statusOf(voucher, now),
  };
}
