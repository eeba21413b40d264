/**
 * Telephone numbers: twin of the API's `rules/phone.py`, to check a number while it is typed. The rows in
 * `cases/phone.json` hold the two together.
 */

/** Which rule refuses a number: a calling code with a rule of its own, or `other`. A key for the texts catalogue. */
type PhoneProblem = "60" | "65" | "1" | "44" | "86" | "91" | "other";

// What the national digits of a country look like (spec 000 §5). [0-9] is plainer than \d.
const SHAPES: Record<PhoneProblem, RegExp> = {
  "60": /^1[0-9]{8,9}$/,
  "65": /^[89][0-9]{7}$/,
  "1": /^[2-9][0-9]{2}[2-9][0-9]{6}$/,
  "44": /^7[0-9]{9,10}$/,
  "86": /^1[3-9][0-9]{9}$/,
  "91": /^[6-9][0-9]{9}$/,
  other: /^[0-9]{7,15}$/,
};

/**
 * The national digits of a typed number: `"60"`, `"+60 12-345 6789"` → `"123456789"`.
 *
 * @returns null when it is no mobile number of that country; `phoneProblem` names the rule
 */
export function normalisePhone(callingCode: string, typed: string): string | null {
  const number = nationalDigits(callingCode, typed);
  if (number === null) return null;
  // Many write the country's code without its plus; it is taken off where the number fits no other way.
  const candidates = [number, withoutPrefix(number, callingCode)];
  return candidates.find((each) => SHAPES[ruleOf(callingCode)].test(each)) ?? null;
}

/** The rule of spec 000 §5 that refuses this number, or null when it is one. */
export function phoneProblem(callingCode: string, typed: string): PhoneProblem | null {
  return normalisePhone(callingCode, typed) === null ? ruleOf(callingCode) : null;
}

/**
 * A number that is typed with its country, `"+65 9123 4567"` or `"0065 9123 4567"`.
 *
 * @param callingCodes those that members may have, without plus sign
 * @returns null where none of them fits, or it is no mobile number of that country
 */
export function internationalNumber(
  typed: string,
  callingCodes: readonly string[],
): { callingCode: string; mobileNumber: string } | null {
  const digits = typed.replace(/[^0-9]/g, "").replace(/^00/, "");
  // Where one code begins another one, the longer is meant.
  const [callingCode] = callingCodes
    .filter((code) => digits.startsWith(code))
    .sort((one, other) => other.length - one.length);
  const mobileNumber = callingCode === undefined ? null : normalisePhone(callingCode, typed);
  return callingCode === undefined || mobileNumber === null ? null : { callingCode, mobileNumber };
}

function ruleOf(callingCode: string): PhoneProblem {
  return Object.hasOwn(SHAPES, callingCode) ? (callingCode as PhoneProblem) : "other";
}

// Digits of other scripts are refused and not translated: they would be a second spelling of one number.
function nationalDigits(callingCode: string, typed: string): string | null {
  if (/(?![0-9])\p{N}/u.test(typed)) return null;
  const beforeDigits = typed.split(/[0-9]/, 1)[0] ?? "";
  const digits = typed.replace(/[^0-9]/g, "");
  const prefix = beforeDigits.includes("+") ? callingCode : `00${callingCode}`;
  return withoutPrefix(digits, prefix);
}

const withoutPrefix = (digits: string, prefix: string) =>
  (digits.startsWith(prefix) ? digits.slice(prefix.length) : digits).replace(/^0+/, "");
