/**
 * Vouchers: what has become of one, and why its code cannot be shown. Twin of the API's `rules/rewards.py`; the rows
 * in `cases/rewards.json` hold the two together. Nothing here has to be told by the server: it follows from times,
 * so that a voucher kept on the device says the truth offline.
 */

/** `statusId` (spec 001 §4). */
export const VOUCHER_STATUS = { active: 1, presentedOrUsed: 2, expired: 3, cancelled: 4 } as const;
export type VoucherStatus = (typeof VOUCHER_STATUS)[keyof typeof VOUCHER_STATUS];

/** How long a code stays on the member's screen at most, in seconds (docs/readings.md, "Rewards and vouchers"). */
export const PRESENTED_FOR_S = 30 * 60;

/** What counts about a voucher; instants in ISO 8601. */
export interface VoucherLife {
  usableFrom?: string | null;
  expiresAt: string;
  presentUntil?: string | null;
  usedAt?: string | null;
  cancelledAt?: string | null;
  /** Where it is good; empty means everywhere. */
  outletIds?: readonly number[];
}

/** Why a code cannot be shown: the words the API refuses with. */
export type WhyNotPresentable =
  | "voucher_cancelled"
  | "voucher_used"
  | "voucher_expired"
  | "voucher_too_early"
  | "voucher_other_outlet"
  | "voucher_presented";

const isAfter = (instant: string, now: Date) => new Date(instant) > now;

/** Whether the member is showing the code. Not taken in time, the voucher is hers again by itself. */
export function isPresented(
  { cancelledAt, usedAt, presentUntil }: VoucherLife,
  now: Date,
): boolean {
  return !cancelledAt && !usedAt && !!presentUntil && isAfter(presentUntil, now);
}

/**
 * Whole seconds that a code shown until an instant has left: 0 when it is over, and never more than the whole window,
 * although the server's clock is known to a second only and an answer takes its time.
 */
export function presentedSecondsLeft(presentUntil: string, now: Date): number {
  const left = Math.ceil((Date.parse(presentUntil) - now.getTime()) / 1000);
  return Math.min(PRESENTED_FOR_S, Math.max(0, left));
}

/** The status of a voucher at a moment. */
export function voucherStatus(voucher: VoucherLife, now: Date): VoucherStatus {
  if (voucher.cancelledAt) return VOUCHER_STATUS.cancelled;
  if (voucher.usedAt || isPresented(voucher, now)) return VOUCHER_STATUS.presentedOrUsed;
  return isAfter(voucher.expiresAt, now) ? VOUCHER_STATUS.active : VOUCHER_STATUS.expired;
}

/**
 * Why a member cannot show this voucher's code now, or null.
 *
 * @param outletId where; null asks whether there is a place for it at all
 */
export function whyNotPresentable(
  voucher: VoucherLife,
  outletId: number | null,
  now: Date,
): WhyNotPresentable | null {
  if (voucher.cancelledAt) return "voucher_cancelled";
  if (voucher.usedAt) return "voucher_used";
  if (!isAfter(voucher.expiresAt, now)) return "voucher_expired";
  if (voucher.usableFrom && isAfter(voucher.usableFrom, now)) return "voucher_too_early";
  const { outletIds = [] } = voucher;
  if (outletId !== null && outletIds.length > 0 && !outletIds.includes(outletId)) {
    return "voucher_other_outlet";
  }
  return isPresented(voucher, now) ? "voucher_presented" : null;
}

/** A voucher of the wire as the rules see it. Only its status says that it was cancelled. */
export function lifeOf(voucher: {
  usableFrom: string;
  expireAt: string;
  presentUntil: string | null;
  usedAt: string | null;
  statusId: number;
  updatedAt: string;
  outletIds: readonly number[];
}): VoucherLife {
  return {
    usableFrom: voucher.usableFrom,
    expiresAt: voucher.expireAt,
    presentUntil: voucher.presentUntil,
    usedAt: voucher.usedAt,
    cancelledAt: voucher.statusId === VOUCHER_STATUS.cancelled ? voucher.updatedAt : null,
    outletIds: voucher.outletIds,
  };
}
