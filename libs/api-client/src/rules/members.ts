import type { Member } from "../wire.ts";

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

/** Whether two records say the same, in whatever order. */
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
