/**
 * Ties the calls about one code to each other: the server names an exchange when it sends a code, and hears that
 * name with the next code and with the answer. So nobody else's requests for the same number use up its tries.
 */
const NAME_HEADER = "x-otp-request";

/** What the codes of two exchanges about one number are for. */
export type Purpose = "sign-in" | "registration" | "erasure";

interface Number {
  callingCodeId: number;
  mobileNumber: string;
}

const names = new Map<string, string>();
const key = (purpose: Purpose, { callingCodeId, mobileNumber }: Number) =>
  [purpose, callingCodeId, mobileNumber].join(" ");

/** Remembers the name that a sent code gave its exchange, as long as this page lives. */
export function noteExchange(
  purpose: Purpose,
  number: Number,
  requestId: string | undefined,
): void {
  if (requestId !== undefined) names.set(key(purpose, number), requestId);
}

/** The headers of a call that belongs to an exchange; none before the first code. */
export function exchangeHeaders(purpose: Purpose, number: Number): Record<string, string> {
  const name = names.get(key(purpose, number));
  return name === undefined ? {} : { [NAME_HEADER]: name };
}
