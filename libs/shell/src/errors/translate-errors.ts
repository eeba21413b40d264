import { type ApiError, translateErrorsWith } from "@loyalty/api-client/errors";
import { i18n, REFERENCE_LANGUAGE } from "@loyalty/ui/i18n";

/** Its sentences have other names: `_many` would be taken for a plural. */
const TOO_MANY = "too_many";
/** As in the API, a longer wait is given in minutes. */
export const MAX_IN_SECONDS = 90;

/**
 * An error of the API in the user's language, by its code. The API answers in English: English readers, and codes that
 * nobody has translated, get its own sentence.
 */
export function translatedMessage({ code, message, errors, retryAfterS }: ApiError): string | null {
  if (code === null || i18n.language === REFERENCE_LANGUAGE) return null;
  if (code === TOO_MANY && retryAfterS === null) return null;
  // What is said of a field is more precise than the general sentence.
  if (code === "invalid" && Object.values(errors).flat().includes(message)) return null;
  const lng = i18n.language;
  const seconds = retryAfterS ?? 0;
  const wait = seconds > MAX_IN_SECONDS ? "waitMinutes" : "wait";
  for (const name of [code === TOO_MANY ? wait : code, `reward.${code}`]) {
    const sentence = i18n.getResource(lng, "errors", name) as unknown;
    if (typeof sentence !== "string") continue;
    // Only the reward's own page knows what to put into these.
    if (name.startsWith("reward.") && sentence.includes("{{")) return null;
    const values = { seconds, minutes: Math.ceil(seconds / 60) };
    return i18n.t(name, { ns: "errors", defaultValue: sentence, ...values });
  }
  return null;
}

/** Translates error messages of the API into the page's language from now on. */
export const translateErrors = (): void => translateErrorsWith(translatedMessage);
