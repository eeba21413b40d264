import { type ApiError, translateErrorsWith } from "@loyalty/api-client/errors.ts";

import { i18n, REFERENCE_LANGUAGE } from "./i18n.ts";

/** Its sentences have names of their own: `_many` would be taken for a plural. */
const TOO_MANY = "too_many";
/** What the API says of a form in general, beside what it says of each entry. */
const GENERAL = "Please check what you have entered.";
/** As the API does, a longer wait is said in minutes. */
const LONGEST_IN_SECONDS = 90;

/**
 * A refusal of the API in the reader's language, by its code. The API speaks English, so that English readers and codes
 * nobody has translated keep its own sentence.
 */
function translatedMessage({ code, message, retryAfterS }: ApiError): string | null {
  if (code === null || i18n.language === REFERENCE_LANGUAGE) return null;
  if (code === TOO_MANY && retryAfterS === null) return null;
  // Other sentences with this code say more than the general one could.
  if (code === "invalid" && message !== GENERAL) return null;
  const lng = i18n.language;
  const seconds = retryAfterS ?? 0;
  const wait = seconds > LONGEST_IN_SECONDS ? "waitMinutes" : "wait";
  // Why a reward or voucher cannot be had is said on its own page too; sentences with open places need that page.
  for (const [ns, name] of [
    ["refusals", code === TOO_MANY ? wait : code],
    ["reward", `why.${code}`],
  ] as const) {
    const sentence = i18n.getResource(lng, ns, name) as unknown;
    if (typeof sentence !== "string") continue;
    if (ns === "reward" && sentence.includes("{{")) return null;
    return i18n.t(name, { ns, seconds, minutes: Math.ceil(seconds / 60) });
  }
  return null;
}

/** From now on refusals are read in the page's language. */
export const translateErrors = (): void => translateErrorsWith(translatedMessage);
