import type { ApiError } from "@loyalty/api-client";

import type { RegistrationForm } from "./registration-form.ts";
import type { RegistrationFields } from "./use-registration-form.ts";

/** Which field of the form stands for which key of the call. */
const FIELD_OF: Record<string, keyof RegistrationForm> = {
  name: "name",
  mobileNumber: "phoneNumber",
  callingCodeId: "phoneNumber",
  genderId: "gender",
  raceId: "race",
  dateOfBirth: "dateOfBirth",
  occupation: "occupation",
  outletId: "registerOutlet",
  referralCode: "referralCode",
};

/** Puts what the server says about single fields beside these fields, and the focus into the first of them. */
export function showFieldErrors(error: ApiError, form: RegistrationFields): void {
  let isFirst = true;
  for (const [key, [sentence]] of Object.entries(error.errors)) {
    const field = FIELD_OF[key];
    if (!field || !sentence) continue;
    form.setError(field, { type: "server", message: sentence }, { shouldFocus: isFirst });
    isFirst = false;
  }
}
