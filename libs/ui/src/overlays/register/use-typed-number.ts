import { normalisePhone } from "@loyalty/api-client";
import { useCallingCodes } from "@loyalty/api-client/react";
import { useWatch } from "react-hook-form";

import type { PhoneNumber } from "../one-time-code/phone-number.ts";
import type { RegistrationFields } from "./use-registration-form.ts";

/** The phone number that stands in the form now. */
export function useTypedNumber({ control }: RegistrationFields) {
  const { data: callingCodes = [] } = useCallingCodes();
  const [callingCode, phoneNumber] = useWatch({ control, name: ["callingCode", "phoneNumber"] });
  const known = callingCodes.find(({ name }) => name === callingCode);
  const mobileNumber = normalisePhone(callingCode, phoneNumber);
  const number: PhoneNumber | null =
    known && mobileNumber !== null ? { callingCodeId: known.id, callingCode, mobileNumber } : null;

  return {
    callingCodes,
    callingCodeId: known?.id,
    /** The number as it can be sent, or null while it cannot. */
    number,
    /** The same words for the same number, however it is spaced: tells a change from a mere look. */
    spelling: `+${callingCode} ${mobileNumber ?? phoneNumber}`,
  };
}
