import { isPastDay, malaysianDate, MIN_DATE_OF_BIRTH } from "@loyalty/api-client/rules/calendar";
import type { Member, MemberChanges } from "@loyalty/api-client/wire";
import { TextField } from "@loyalty/ui/field";
import { formatDay } from "@loyalty/ui/formats";
import type { ComponentProps, ReactNode } from "react";
import * as v from "valibot";

/** A member's record as the fields of a form: text, empty where nothing is known. */
export function memberValues(member: Member) {
  const idText = (id: number | null | undefined) => (id ? String(id) : "");
  return {
    name: member.name ?? "",
    email: member.email ?? "",
    genderId: idText(member.genderId),
    dateOfBirth: member.dateOfBirth ?? "",
    raceId: idText(member.raceId),
    occupation: member.occupation ?? "",
    outletId: idText(member.outletId),
  };
}

export type MemberValues = ReturnType<typeof memberValues>;

/** Fields that can be set once; from then on they are read-only (spec 001 §5). */
const SET_ONCE: readonly (keyof MemberValues)[] = ["dateOfBirth", "raceId", "outletId"];
const IDS: readonly (keyof MemberValues)[] = ["genderId", "raceId", "outletId"];

/**
 * The request that saves a form: the filled fields, and the number that identifies the record. A field that can be set
 * once is left out when it is set already.
 */
export function memberChanges(member: Member, values: Partial<MemberValues>): MemberChanges {
  const changes: Record<string, string | number> = {};
  for (const [name, text] of Object.entries(values) as [keyof MemberValues, string][]) {
    const value = text.trim();
    if (value === "" || (SET_ONCE.includes(name) && member[name])) continue;
    changes[name] = IDS.includes(name) ? Number(value) : value;
  }
  return { mobileNumber: member.mobileNumber, ...changes };
}

/** The genders of spec 001 §3; 99 is Other on every screen (docs/specification.md, "Signing in and joining"). */
export const GENDERS = ["1", "2", "99"] as const;
/** The races of spec 001 §3; 99 is Other. */
export const RACES = ["1", "2", "3", "99"] as const;

// Something, an @, something with a dot: this catches typing errors, the server decides.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A text that the rule may judge when it is filled, and that may be empty unless `required` has a message. */
function text(isValid: (value: string) => boolean, invalid: () => string, required?: () => string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => required === undefined || value !== "",
      () => required?.() ?? "",
    ),
    v.check((value) => value === "" || isValid(value), invalid),
  );
}

/**
 * The rules of a member's fields: a name of at least two characters, an email address, a day in the past.
 *
 * @param translate gives a message when it is needed, in the language of then
 * @param requiredText the same where name and email may not be empty
 */
export const memberRules = (
  translate: (name: "nameTooShort" | "emailInvalid" | "dateOfBirthInvalid") => string,
  requiredText?: (name: "nameRequired" | "emailRequired") => string,
) => ({
  name: text(
    (value) => value.length >= 2,
    () => translate("nameTooShort"),
    requiredText && (() => requiredText("nameRequired")),
  ),
  email: text(
    (value) => EMAIL.test(value),
    () => translate("emailInvalid"),
    requiredText && (() => requiredText("emailRequired")),
  ),
  dateOfBirth: text(isPastDay, () => translate("dateOfBirthInvalid")),
  genderId: v.string(),
});

interface SetOnceProps extends Pick<ComponentProps<typeof TextField>, "label" | "hint"> {
  /** What is stored, in words; undefined as long as nothing is. */
  value: string | undefined;
  /** The field until then. */
  children: ReactNode;
}

/** A field that can be set once: from then on it is only read, and the hint says who changes it. */
export function SetOnce({ label, hint, value, children }: SetOnceProps) {
  if (value === undefined) return children;
  return <TextField label={label} value={value} hint={hint} readOnly />;
}

interface DateOfBirthFieldProps extends ComponentProps<typeof TextField> {
  member: Member;
  setHint: string;
}

export function DateOfBirthField({ member, setHint, ...field }: DateOfBirthFieldProps) {
  return (
    <SetOnce
      label={field.label}
      hint={setHint}
      value={member.dateOfBirth ? formatDay(member.dateOfBirth) : undefined}
    >
      <TextField
        type="date"
        autoComplete="bday"
        min={MIN_DATE_OF_BIRTH}
        max={malaysianDate()}
        {...field}
      />
    </SetOnce>
  );
}
