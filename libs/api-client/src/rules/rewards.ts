import type { Reward, Voucher } from "../wire.ts";
import { isBirthMonth, malaysianDate } from "./calendar.ts";
import { senOf } from "./points.ts";

/**
 * Rewards: who may claim one now, and what its card and its page show. Twin of the API's `rules/rewards.py`; the
 * rows in `cases/rewards.json` hold the two together. Points are whole numbers.
 */

/** Why a reward cannot be claimed: the words the API refuses with. */
export type ClaimIneligibility =
  | "claim_pending"
  | "not_available"
  | "out_of_stock"
  | "tier_locked"
  | "not_birth_month"
  | "limit_reached"
  | "not_enough_points";

/** A reward that can be claimed; what is left out sets no limit. */
export interface Offer {
  cost?: number;
  isActive?: boolean;
  /** Open from here until just before `endsAt`. */
  startsAt?: string | null;
  endsAt?: string | null;
  forBirthday?: boolean;
  /** The lowest tier that may claim. */
  level?: number;
  /** How often one member may. */
  limit?: number | null;
  /** How many there still are. */
  left?: number | null;
}

export interface Claimant {
  points: number;
  level?: number;
  /** `YYYY-MM-DD` */
  dateOfBirth?: string | null;
  claims?: number;
  /** The code of one is on the member's screen. */
  hasPresented?: boolean;
}

/** `promotionTypeId` of a birthday reward (spec 001 §5). */
export const BIRTHDAY_PROMOTION = 4;

/** `transactionSourceId` of what costs no points (docs/specification.md, "Rewards and vouchers"). */
export const GIVEN_FOR = { birthday: 2, joining: 3, friend: 4 } as const;

/** `typeId` and `rewardTypeId` (spec 001 §4). */
export const REWARD_TYPE = { voucher: 1, freeGift: 2, memberPoints: 3 } as const;

function whyClosed(offer: Offer, now: Date): ClaimIneligibility | null {
  const { isActive = true, startsAt, endsAt, left } = offer;
  if (!isActive || (startsAt && now < new Date(startsAt))) return "not_available";
  if (endsAt && now >= new Date(endsAt)) return "not_available";
  return typeof left === "number" && left <= 0 ? "out_of_stock" : null;
}

/** Why this member cannot claim this now, the reason there is least to do about first; or null. */
export function claimIneligibility(
  offer: Offer,
  claimant: Claimant,
  now: Date,
): ClaimIneligibility | null {
  if (claimant.hasPresented) return "claim_pending";
  const closed = whyClosed(offer, now);
  if (closed) return closed;
  if ((claimant.level ?? 0) < (offer.level ?? 0)) return "tier_locked";
  if (offer.forBirthday && !isBirthMonth(claimant.dateOfBirth, now)) return "not_birth_month";
  const { limit } = offer;
  if (typeof limit === "number" && (claimant.claims ?? 0) >= limit) return "limit_reached";
  return claimant.points < (offer.cost ?? 0) ? "not_enough_points" : null;
}

/** The words of a reward's main button (spec 001 §2). */
type RewardButton = "claim" | "use" | "notAvailable" | "locked";

/**
 * The main button: "Claim Now" for rewards of points, "Use it Now" for gifts and vouchers, "Locked" below the tier,
 * and "Not Available" whenever there is another reason.
 */
export function rewardButton(reward: {
  ofPoints: boolean;
  isLocked?: boolean;
  ineligibility: unknown;
}): RewardButton {
  if (reward.isLocked) return "locked";
  if (reward.ineligibility) return "notAvailable";
  return reward.ofPoints ? "claim" : "use";
}

export type RewardBadge = "claim" | "pending" | "birthday" | "special";

/** The badges of a card (spec 001 §4). `isRedeemable`: the points suffice, and a birthday reward is in its month. */
export function rewardBadges(reward: {
  isRedeemable: boolean;
  isClaimable: boolean;
  isPending: boolean;
  isBirthday: boolean;
}): RewardBadge[] {
  if (reward.isPending) return ["pending"];
  const badges: RewardBadge[] = [];
  if (reward.isRedeemable) badges.push("claim");
  if (reward.isBirthday) badges.push("birthday");
  else if (reward.isClaimable) badges.push("special");
  return badges;
}

/** The points missing for a reward; 0 when they suffice. */
export const pointsMissing = (cost: number, points: number): number => Math.max(0, cost - points);

/**
 * What can be had first, then what needs the fewest points more, then what no points would buy now (a birthday gift
 * in another month). The order is kept otherwise.
 */
export function affordableFirst<T extends { pointToRedeem: number; isClaimable?: boolean }>(
  rewards: readonly T[],
  points: number,
): T[] {
  const distance = ({ pointToRedeem, isClaimable = true }: T) => {
    const missing = pointsMissing(pointToRedeem, points);
    return missing === 0 && !isClaimable ? Number.MAX_SAFE_INTEGER : missing;
  };
  return rewards.toSorted((one, other) => distance(one) - distance(other));
}

/** The reward that the fewest points more would pay for, or null when all are in reach (or there are none). */
export function nextBestReward<T extends { pointToRedeem: number }>(
  rewards: readonly T[],
  points: number,
): { reward: T; missing: number } | null {
  const reward = affordableFirst(rewards, points).find((one) => one.pointToRedeem > points);
  return reward ? { reward, missing: reward.pointToRedeem - points } : null;
}

/**
 * Vouchers: what has become of one, and why its code cannot be shown. Twin of the API's `rules/rewards.py`; the rows
 * in `cases/rewards.json` hold the two together. All of it follows from times, so that a voucher kept on the device is right
 * offline.
 */

/** `statusId` (spec 001 §4). */
export const VOUCHER_STATUS = { active: 1, presentedOrUsed: 2, expired: 3, cancelled: 4 } as const;
type VoucherStatus = (typeof VOUCHER_STATUS)[keyof typeof VOUCHER_STATUS];

/** How long a code stays on the member's screen at most, in seconds (docs/specification.md, "Rewards and vouchers"). */
export const PRESENTED_FOR_S = 30 * 60;

const DAY_MS = 86_400_000;

/**
 * The last Malaysian day (`YYYY-MM-DD`) of a voucher whose reward is claimed now: that many days from today; of a birthday
 * gift no later than its month.
 */
export function lastDayIfClaimed(validDays: number, forBirthday: boolean, now: Date): string {
  const last = malaysianDate(new Date(now.getTime() + validDays * DAY_MS));
  const [year, month] = malaysianDate(now).split("-").map(Number);
  const monthEnd = new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10);
  return forBirthday && monthEnd < last ? monthEnd : last;
}

/** How many Malaysian days a voucher has after today; 0 on its last day. */
export function daysLeft(expiresAt: string, now: Date): number {
  const end = Date.parse(expiresAt);
  if (Number.isNaN(end)) return Infinity;
  const last = malaysianDate(new Date(end - 1));
  return Math.round((Date.parse(last) - Date.parse(malaysianDate(now))) / DAY_MS);
}

/** What counts about a voucher; instants in ISO 8601. */
export interface VoucherValidity {
  usableFrom?: string | null;
  expiresAt: string;
  presentUntil?: string | null;
  usedAt?: string | null;
  cancelledAt?: string | null;
  /** Where it is good; empty means everywhere. */
  outletIds?: readonly number[];
  /** The till that may take the presentation without the network: until it has reported, the voucher is held. */
  heldTillId?: number | null;
}

/** Why a code cannot be shown: the words the API refuses with. */
export type PresentIneligibility =
  | "voucher_cancelled"
  | "voucher_used"
  | "voucher_expired"
  | "voucher_too_early"
  | "voucher_other_outlet"
  | "voucher_held"
  | "voucher_presented";

const isAfter = (instant: string, now: Date) => new Date(instant) > now;

/** Whether the member is showing the code. Not used in time, the voucher is active again by itself. */
export function isPresented(
  { cancelledAt, usedAt, presentUntil }: VoucherValidity,
  now: Date,
): boolean {
  return !cancelledAt && !usedAt && !!presentUntil && isAfter(presentUntil, now);
}

/** Whether its time is over and the till that may have taken it without the network has not reported since. */
function isHeld(voucher: VoucherValidity, now: Date): boolean {
  const isOpen = !voucher.cancelledAt && !voucher.usedAt && isAfter(voucher.expiresAt, now);
  return isOpen && typeof voucher.heldTillId === "number" && !isPresented(voucher, now);
}

/**
 * Whole seconds that a code shown until an instant has left: 0 when it is over, and never more than the whole window,
 * although the server's clock is known to a second only and an answer takes its time.
 */
export function presentedSecondsLeft(presentUntil: string, now: Date): number {
  const left = Math.ceil((Date.parse(presentUntil) - now.getTime()) / 1000);
  return Math.min(PRESENTED_FOR_S, Math.max(0, left));
}

export function voucherStatus(voucher: VoucherValidity, now: Date): VoucherStatus {
  if (voucher.cancelledAt) return VOUCHER_STATUS.cancelled;
  if (voucher.usedAt || isPresented(voucher, now) || isHeld(voucher, now)) {
    return VOUCHER_STATUS.presentedOrUsed;
  }
  return isAfter(voucher.expiresAt, now) ? VOUCHER_STATUS.active : VOUCHER_STATUS.expired;
}

/**
 * Why a member cannot show this voucher's code now, or null.
 *
 * @param outletId where; null for whether there is an outlet at all
 */
export function presentIneligibility(
  voucher: VoucherValidity,
  outletId: number | null,
  now: Date,
): PresentIneligibility | null {
  if (voucher.cancelledAt) return "voucher_cancelled";
  if (voucher.usedAt) return "voucher_used";
  if (!isAfter(voucher.expiresAt, now)) return "voucher_expired";
  if (voucher.usableFrom && isAfter(voucher.usableFrom, now)) return "voucher_too_early";
  const { outletIds = [] } = voucher;
  if (outletId !== null && outletIds.length > 0 && !outletIds.includes(outletId)) {
    return "voucher_other_outlet";
  }
  if (isHeld(voucher, now)) return "voucher_held";
  return isPresented(voucher, now) ? "voucher_presented" : null;
}

/** A voucher of the wire as the rules see it. A cancellation is only in its status. */
export function voucherValidity(voucher: Voucher): VoucherValidity {
  return {
    usableFrom: voucher.usableFrom,
    expiresAt: voucher.expireAt,
    presentUntil: voucher.presentUntil,
    usedAt: voucher.usedAt,
    cancelledAt: voucher.statusId === VOUCHER_STATUS.cancelled ? voucher.updatedAt : null,
    outletIds: voucher.outletIds,
    heldTillId: voucher.heldTillId,
  };
}

type UsedVoucher = Pick<Voucher, "usedAt" | "discountValue" | "transactionId">;

/**
 * What vouchers have saved in the year of `now` in Malaysia, in sen: their discount, or what their dish costs on the
 * menu; one whose reward is not in the catalogue any more counts nothing.
 */
export function savedInYear(
  vouchers: readonly UsedVoucher[],
  catalogue: readonly Pick<Reward, "id" | "value">[],
  now: Date,
): number {
  const year = malaysianDate(now).slice(0, 4);
  return vouchers
    .filter(({ usedAt }) => usedAt && malaysianDate(new Date(usedAt)).startsWith(year))
    .map(({ discountValue, transactionId }) => {
      const reward = catalogue.find(({ id }) => id === transactionId);
      return senOf(discountValue) || senOf(reward?.value ?? "0");
    })
    .reduce((sum, sen) => sum + sen, 0);
}
