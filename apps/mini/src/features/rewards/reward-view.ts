import { FROM_TIER } from "@loyalty/api-client/http.ts";
import {
  BIRTHDAY_PROMOTION,
  isPresented,
  lifeOf,
  pointsMissing,
  REWARD_TYPE,
  VOUCHER_STATUS,
  voucherStatus,
  whyNotClaimable,
  type WhyNotClaimable,
  whyNotPresentable,
  type WhyNotPresentable,
} from "@loyalty/api-client/rules/rewards.ts";
import type {
  Member,
  Reward,
  RewardDetail,
  TierReward,
  TierRewardDetail,
  Voucher,
  VoucherDetail,
} from "@loyalty/api-client/wire.ts";

/** `points_unknown`: the server answers `not_enough_points`, and the member's points could not be loaded. */
export type WhyNot = WhyNotClaimable | WhyNotPresentable | "points_unknown";
export type ViewStatus =
  | "available"
  | "insufficient"
  | "unknown"
  | "pending"
  | "locked"
  | "notAvailable"
  | "used"
  | "expired"
  | "cancelled";

/** What the page shows: of a reward of the catalogue, a reward of a tier, or a voucher. */
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
  /** In points; null for a voucher, which is paid already. */
  cost: number | null;
  limit: number | null;
  isBirthday: boolean;
  isPointsReward: boolean;
  /** It costs nothing and is used at an outlet: a gift, or a voucher. */
  isGift: boolean;
  code: string | null;
  /** Null while only the list has loaded. */
  outlets: readonly { id: number; name: string }[] | null;
  everywhere: boolean;
  startAt: string | null;
  endAt: string | null;
  /** The tier from which a tier reward is available. */
  tier: string | null;
  missing: number;
  whyNot: WhyNot | null;
  status: ViewStatus;
}

const outletsOf = (known: object | { outlets: RewardView["outlets"] }): RewardView["outlets"] =>
  "outlets" in known ? known.outlets : null;

/** Reasons that only the server knows, as its error codes. */
const KNOWN_BY_SERVER: readonly unknown[] = [
  "not_available",
  "out_of_stock",
  "tier_locked",
  "limit_reached",
] satisfies WhyNotClaimable[];

/** Why a member cannot claim a reward of the catalogue: by the rules if their record is loaded, else as the server answers. */
function whyNot(
  reward: RewardDetail | Reward,
  member: Member | undefined,
  now: Date,
): RewardView["whyNot"] {
  // Without a reason the server's flag counts.
  const serverReason = reward.whyNotClaimable ?? (reward.isClaimable ? null : "not_available");
  if (!member)
    return serverReason === "not_enough_points"
      ? "points_unknown"
      : (serverReason as WhyNotClaimable);
  const reason = whyNotClaimable(
    {
      cost: reward.pointToRedeem,
      isActive: reward.statusId === 1,
      startsAt: reward.startAt,
      endsAt: reward.endAt,
      forBirthday: reward.promotionTypeId === BIRTHDAY_PROMOTION,
    },
    {
      points: member.memberPointAmount,
      dateOfBirth: member.dateOfBirth,
      hasPresented: reward.isClaimPending,
    },
    now,
  );
  const serverDecides = KNOWN_BY_SERVER.includes(serverReason) && reason !== "claim_pending";
  return serverDecides ? (serverReason as WhyNotClaimable) : reason;
}

/** The status of a reward of the catalogue (spec 001 §2). */
function statusOfReward(reason: RewardView["whyNot"]): ViewStatus {
  if (reason === null) return "available";
  if (reason === "claim_pending") return "pending";
  if (reason === "points_unknown") return "unknown";
  return reason === "not_enough_points" ? "insufficient" : "notAvailable";
}

/** The view of a reward of the catalogue for a member, whose record may not have loaded yet. */
export function viewOfReward(
  reward: RewardDetail | Reward,
  member: Member | undefined,
  now: Date,
): RewardView {
  const reason = whyNot(reward, member, now);
  const isPointsReward = reward.typeId === REWARD_TYPE.memberPoints;
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
    isBirthday: reward.promotionTypeId === BIRTHDAY_PROMOTION,
    isPointsReward,
    isGift: reward.pointToRedeem === 0 && !isPointsReward,
    code: "code" in reward ? reward.code : null,
    outlets: outletsOf(reward),
    everywhere: reward.outletIds.length === 0,
    startAt: reward.startAt,
    endAt: reward.endAt,
    tier: null,
    missing: pointsMissing(reward.pointToRedeem, member?.memberPointAmount ?? 0),
    whyNot: reason,
    status: statusOfReward(reason),
  };
}

/** The view of a tier reward: available, claimed already, or locked below the tier. */
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
    isGift: true,
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
  // One that is not used is held until a till has reported.
  if (status === VOUCHER_STATUS.presentedOrUsed) return voucher.usedAt ? "used" : "pending";
  if (status !== VOUCHER_STATUS.active) return ENDED[status];
  return whyNotPresentable(life, null, now) ? "notAvailable" : "available";
}

/** The view of a voucher at a moment. */
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
    isPointsReward: voucher.rewardTypeId === REWARD_TYPE.memberPoints,
    isGift: true,
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
