import type { Referee } from "@loyalty/api-client";

/** `+60 12-***6789`, as the API masks a number: calling code, first two digits, last four. */
const MASKED_NUMBER = /^\+(\d+) (\d+)-\*+(\d+)$/;
/** `a***@example.com`. */
const MASKED_EMAIL = /^(.)\*+@(.+)$/;

/**
 * The friends a member looks for by number, address or name (spec 001 §2). Both are masked, so a whole number or
 * address that she knows by heart finds whoever it could belong to.
 */
export function friendsLike(friends: readonly Referee[], query: string): Referee[] {
  const wanted = query.trim().toLowerCase();
  return friends.filter(
    ({ name, email, fullMobileNumber }) =>
      name.toLowerCase().includes(wanted) ||
      couldBeEmail(email?.toLowerCase() ?? "", wanted) ||
      couldBeNumber(fullMobileNumber, wanted),
  );
}

function couldBeEmail(masked: string, wanted: string): boolean {
  const [, first, domain] = MASKED_EMAIL.exec(masked) ?? [];
  const [name, typedDomain] = wanted.split("@");
  if (!first || !domain || !name || typedDomain === undefined) return masked.includes(wanted);
  return name.startsWith(first) && domain.startsWith(typedDomain);
}

function couldBeNumber(masked: string, wanted: string): boolean {
  if (!/^\+?[\d\s()-]*\d[\d\s()-]*$/.test(wanted)) return false;
  const digits = wanted.replaceAll(/\D/g, "");
  const [, code, begin, end] = MASKED_NUMBER.exec(masked) ?? [];
  if (!code || !begin || !end) return masked.replaceAll(/\D/g, "").includes(digits);
  if (`${code}${begin}`.includes(digits) || end.includes(digits)) return true;

  const national = [digits.replace(/^0+/, "")];
  if (digits.startsWith(code)) national.push(digits.slice(code.length));
  return national.some(
    (typed) =>
      typed !== "" &&
      (begin.startsWith(typed) ||
        (typed.startsWith(begin) &&
          typed.endsWith(end) &&
          typed.length > begin.length + end.length)),
  );
}
