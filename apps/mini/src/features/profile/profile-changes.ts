import type { Member, MemberChanges } from "@loyalty/api-client";

import type { ProfileValues } from "./profile-problems.ts";

/** A member's record as the form shows it. */
export const valuesOf = (member: Member): ProfileValues => ({
  name: member.name ?? "",
  email: member.email ?? "",
  genderId: textOf(member.genderId),
  dateOfBirth: member.dateOfBirth ?? "",
  raceId: textOf(member.raceId),
  occupation: member.occupation ?? "",
  outletId: textOf(member.outletId),
});

/**
 * What is sent: filled fields only, and the number that says whose record it is. What is set once is sent only while
 * it is not set (spec 001 §5).
 */
export function changesOf(member: Member, values: ProfileValues): MemberChanges {
  const filled = {
    name: values.name.trim(),
    email: values.email.trim(),
    occupation: values.occupation.trim(),
    dateOfBirth: member.dateOfBirth ? "" : values.dateOfBirth,
  };
  const chosen = {
    genderId: Number(values.genderId),
    raceId: member.raceId ? 0 : Number(values.raceId),
    outletId: member.outletId ? 0 : Number(values.outletId),
  };
  return {
    mobileNumber: member.mobileNumber,
    ...Object.fromEntries(Object.entries({ ...filled, ...chosen }).filter(([, value]) => value)),
  };
}

const textOf = (id: number | null | undefined) => (id ? String(id) : "");
