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
 * Records of the wire in which everything that the pages write out is there, whatever a server leaves out: a number that
 * is null is none, a text or an instant is empty, a list has no entries, and a null among records is no record.
 *
 * @param defaults what a field has that is missing or null
 */
const filled = <T extends object>(record: T, defaults: Partial<T>): T => {
  const missing = Object.entries(defaults).filter(([field]) => record[field as keyof T] == null);
  return { ...record, ...Object.fromEntries(missing) };
};

/** A member's record; a new one may lack points and tier (spec 000 §3). */
export const asMember = (record: Member): Member =>
  filled(record, {
    name: "",
    callingCode: "",
    mobileNumber: "",
    memberCode: "",
    membershipName: "",
    referralCode: "",
    createdAt: "",
    memberPointAmount: 0,
    currentMemberMembershipPoint: 0,
    membershipId: 0,
    membershipLevel: 0,
  });

/** Whether two records have the same fields, in any order. */
export const isSameRecord = (one: Member, other: Member): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Member)[]).every((key) => one[key] === other[key]);

/** As much of a name as the owner recognises: `Aisyah` → `Ai***` (docs/handoff.md, "Not you?"). */
export function maskedName(name: string): string {
  return `${Array.from(name.trim()).slice(0, 2).join("")}***`;
}

export function lastDigits(mobileNumber: string): string {
  return mobileNumber.slice(-4);
}

/** The records of a list, each as `asOne` has it; null is an empty list, and a null in it is left out. */
export const listOf = <T>(
  list: readonly (T | null)[] | null | undefined,
  asOne: (one: T) => T,
): T[] => (list ?? []).filter((one): one is T => one !== null).map(asOne);

export const asActivity = (one: Activity): Activity =>
  filled(one, { actionId: 0, points: 0, remark: "", createdAt: "" });

export const asBill = (one: Bill): Bill =>
  filled(one, { amount: "0.00", points: 0, createdAt: "" });

export const asPointTotals = (totals: PointTotals): PointTotals =>
  filled(totals, { earned: 0, used: 0 });

const withOutlets = <T extends { outletIds: number[] }>(one: T): T => ({
  ...one,
  outletIds: listOf(one.outletIds, (id) => id),
  ...("outlets" in one && { outlets: listOf(one.outlets as object[], (outlet) => outlet) }),
});

const NO_TEXTS = { title: "", description: "", termAndCondition: "" };

export const asReward = <T extends Reward | RewardDetail>(one: T): T =>
  withOutlets(filled<Reward>(one, { ...NO_TEXTS, pointToRedeem: 0, discountValue: "0.00" }) as T);

export const asGivenReward = (one: GivenReward): GivenReward =>
  filled(one, { title: "", discountValue: "0.00", minSpend: "0.00", validPeriod: 0 });

export const asTierReward = <T extends TierReward | TierRewardDetail>(one: T): T => {
  const whole = filled<TierReward>(one, { ...NO_TEXTS, membershipName: "", validPeriod: 0 }) as T;
  return ("outletIds" in whole ? withOutlets(whole) : whole) as T;
};

export const asVoucher = <T extends Voucher | VoucherDetail>(one: T): T =>
  withOutlets(
    filled<Voucher>(one, {
      name: "",
      code: "",
      description: "",
      termAndCondition: "",
      discountValue: "0.00",
      minSpend: "0.00",
      usableFrom: "",
      expireAt: "",
      updatedAt: "",
    }) as T,
  );

/** The name in a signature of the office log: "Mei Ling via staff:3" was signed by Mei Ling. */
export const personOf = (operator: string): string => operator.split(" via ", 1)[0] ?? operator;
