import { HOME_CALLING_CODE } from "@loyalty/api-client/group";
import { internationalNumber, normalisePhone } from "@loyalty/api-client/rules/phone";

import type { MemberSearch } from "../queries/members.ts";
import { kindOfCode, SIGNS } from "../till/card-codes.ts";

/** What was scanned: a signed voucher code, the code of a card or of a voucher, or a telephone number. */
export type Scanned =
  | { kind: "signed"; text: string }
  | { kind: "card"; code: string }
  | { kind: "voucher"; code: string }
  | { kind: "number"; callingCode: string; mobileNumber: string };

const CODE = new RegExp(`^[${SIGNS}]{12}$`);
const SIGNED = "LV1:";

/**
 * What a text from the camera, a scanner or the keyboard is; null for what is none of ours.
 *
 * @param callingCodes of the countries whose numbers can be typed with `+`; without it a number is of the group's country
 */
export function readScanned(
  typed: string,
  callingCodes: readonly string[] = [HOME_CALLING_CODE],
): Scanned | null {
  const text = typed.trim();
  if (text.startsWith(SIGNED)) return { kind: "signed", text };
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  if (CODE.test(code)) {
    const kind = kindOfCode(code);
    return kind && { kind, code: code.replace(/(.{4})(?=.)/g, "$1-") };
  }
  if (!/^[+0-9 ()-]+$/.test(text)) return null;
  if (/^(?:\+|00)/.test(text)) {
    const number = internationalNumber(text, callingCodes);
    return number && { kind: "number", ...number };
  }
  const mobileNumber = normalisePhone(HOME_CALLING_CODE, text);
  return mobileNumber === null
    ? null
    : { kind: "number", callingCode: HOME_CALLING_CODE, mobileNumber };
}

/**
 * Whom a text names that is typed in the office: by card, mobile number or member id; null for none of these.
 *
 * A number without its country is of the group's, one that begins with a country needs no `+` here; digits are a number
 * from nine on, as no id has so many yet.
 */
export function readMember(
  typed: string,
  callingCodes: readonly string[] | undefined,
): MemberSearch | null {
  const text = typed.trim();
  if (/^[1-9][0-9]{0,7}$/.test(text)) return { memberId: Number(text) };
  const scanned =
    readScanned(text, callingCodes) ??
    (/^[1-9]/.test(text) ? readScanned(`+${text}`, callingCodes) : null);
  if (scanned?.kind === "card") return { code: scanned.code };
  if (scanned?.kind === "number") {
    const { callingCode, mobileNumber } = scanned;
    return { callingCode, mobileNumber };
  }
  return /^[1-9][0-9]{8,10}$/.test(text) ? { memberId: Number(text) } : null;
}

/**
 * The code that the last typed signs are: what a scanner types, which ends with Enter, wherever the focus is; null for
 * what a person types.
 */
export function scannedBehind(typed: string): string | null {
  const signed = typed.lastIndexOf(SIGNED);
  if (signed >= 0) return typed.slice(signed);
  const tails = [typed.slice(-14), typed.slice(-12)];
  return tails.find((tail) => /^[A-Z0-9-]{12,14}$/i.test(tail) && readScanned(tail)) ?? null;
}
