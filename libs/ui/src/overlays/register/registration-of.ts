import type { Registration } from "@loyalty/api-client";

import { NOTICE_VERSION } from "../legal-viewer/legal-sections.ts";
import type { PhoneNumber } from "../one-time-code/phone-number.ts";
import type { RegistrationForm } from "./registration-form.ts";

/** How the number is proved: by the code that was sent to it, or by the ticket of a right code at sign-in. */
export type Proof = { otpCode: string } | { registrationTicket: string };

/**
 * The form in the words of the call, with the privacy notice that was agreed to; what is optional and empty is left
 * out.
 *
 * @param language the one that the notice was shown in
 */
export function registrationOf(
  form: RegistrationForm,
  { callingCodeId, mobileNumber }: PhoneNumber,
  proof: Proof,
  language: string,
): Registration {
  return {
    name: form.name.trim(),
    callingCodeId,
    mobileNumber,
    genderId: Number(form.gender),
    raceId: Number(form.race),
    dateOfBirth: form.dateOfBirth,
    outletId: Number(form.registerOutlet),
    ...proof,
    noticeVersion: NOTICE_VERSION,
    noticeLanguage: language,
    ...optional("occupation", form.occupation),
    ...optional("referralCode", form.referralCode),
  };
}

function optional<K extends string>(key: K, value: string) {
  const trimmed = value.trim();
  return trimmed === "" ? {} : ({ [key]: trimmed } as Record<K, string>);
}
