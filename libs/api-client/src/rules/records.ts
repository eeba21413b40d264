import type {
  Activity,
  Bill,
  GivenReward,
  Member,
  PointTotals,
  Reward,
  RewardDetail,
  TierReward,
  TierRewardDetail,
  Voucher,
  VoucherDetail,
} from "../wire.ts";

/**
 * A record in which every field that the pages write out is there: a new member may lack points and tier (spec 000 §3),
 * and a text that is missing or null is empty.
 */
export const asMember = (record: Member): Member => ({
  ...record,
  name: record.name ?? "",
  callingCode: record.callingCode ?? "",
  mobileNumber: record.mobileNumber ?? "",
  memberCode: record.memberCode ?? "",
  membershipName: record.membershipName ?? "",
  referralCode: record.referralCode ?? "",
  createdAt: record.createdAt ?? "",
  memberPointAmount: record.memberPointAmount ?? 0,
  currentMemberMembershipPoint: record.currentMemberMembershipPoint ?? 0,
  membershipId: record.membershipId ?? 0,
  membershipLevel: record.membershipLevel ?? 0,
});

/** Whether two records have the same fields, in any order. */
export const isSameRecord = (one: Member, other: Member): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Member)[]).every((key) => one[key] === other[key]);

/** As much of a name as the owner recognises: `Aisyah` → `Ai***` (docs/handoff.md, "Not you?"). */
export function maskedName(name: string): string {
  return `${Array.from(name.trim()).slice(0, 2).join("")}***`;
}

/** The last four digits of a number. */
export function lastDigits(mobileNumber: string): string {
  return mobileNumber.slice(-4);
}

/**
 * Records of the wire in which everything that the pages write out is there, whatever a server leaves out: a number that
 * is null is none, a text or an instant is empty, a list has no entries, and a null among records is no record.
 */

/** The records of a list, each as `asOne` has it; null is an empty list, and a null in it is left out. */
export const listOf = <T>(
  list: readonly (T | null)[] | null | undefined,
  asOne: (one: T) => T,
): T[] => (list ?? []).filter((one): one is T => one !== null).map(asOne);

/** An activity with its points, its remark and its time. */
export const asActivity = (one: Activity): Activity => ({
  ...one,
  actionId: one.actionId ?? 0,
  points: one.points ?? 0,
  remark: one.remark ?? "",
  createdAt: one.createdAt ?? "",
});

/** A bill with its amount, its points and its time. */
export const asBill = (one: Bill): Bill => ({
  ...one,
  amount: one.amount ?? "0.00",
  points: one.points ?? 0,
  createdAt: one.createdAt ?? "",
});

/** The totals of a month, each a number. */
export const asPointTotals = (totals: PointTotals): PointTotals => ({
  ...totals,
  earned: totals.earned ?? 0,
  used: totals.used ?? 0,
});

const withOutlets = <T extends { outletIds: number[] }>(one: T): T => ({
  ...one,
  outletIds: listOf(one.outletIds, (id) => id),
  ...("outlets" in one && { outlets: listOf(one.outlets as object[], (outlet) => outlet) }),
});

/** A reward of the catalogue with its texts, its cost and its outlets. */
export const asReward = <T extends Reward | RewardDetail>(one: T): T =>
  withOutlets({
    ...one,
    title: one.title ?? "",
    description: one.description ?? "",
    termAndCondition: one.termAndCondition ?? "",
    pointToRedeem: one.pointToRedeem ?? 0,
    discountValue: one.discountValue ?? "0.00",
  });

/** A reward that is given, with its title, its amounts and its days. */
export const asGivenReward = (one: GivenReward): GivenReward => ({
  ...one,
  title: one.title ?? "",
  discountValue: one.discountValue ?? "0.00",
  minSpend: one.minSpend ?? "0.00",
  validPeriod: one.validPeriod ?? 0,
});

/** A reward of a tier with its texts and, where it has any, its outlets. */
export const asTierReward = <T extends TierReward | TierRewardDetail>(one: T): T => {
  const whole = {
    ...one,
    title: one.title ?? "",
    description: one.description ?? "",
    termAndCondition: one.termAndCondition ?? "",
    membershipName: one.membershipName ?? "",
  };
  return ("outletIds" in whole ? withOutlets(whole) : whole) as T;
};

/** A voucher with its texts, its amounts, its times and its outlets. */
export const asVoucher = <T extends Voucher | VoucherDetail>(one: T): T =>
  withOutlets({
    ...one,
    name: one.name ?? "",
    code: one.code ?? "",
    description: one.description ?? "",
    termAndCondition: one.termAndCondition ?? "",
    discountValue: one.discountValue ?? "0.00",
    minSpend: one.minSpend ?? "0.00",
    usableFrom: one.usableFrom ?? "",
    expireAt: one.expireAt ?? "",
    updatedAt: one.updatedAt ?? "",
  });

/** The name in a signature of the office log: "Mei Ling via staff:3" was signed by Mei Ling. */
export const personOf = (operator: string): string => operator.split(" via ", 1)[0] ?? operator;
