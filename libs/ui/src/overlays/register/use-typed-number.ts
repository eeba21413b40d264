import { normalisePhone } from "@loyalty/api-client";
import { useCallingCodes } from "@loyalty/api-client/react";
import { useMemo } from "react";
import { useWatch } from "react-hook-form";

import type { PhoneNumber } from "../one-time-code/phone-number.ts";
import type { RegistrationFields } from "./use-registration-form.ts";

/** The phone number that stands in the form now. */
export function useTypedNumber({ control }: RegistrationFields) {
  const { data: callingCodes = [] } = useCallingCodes();
  const [callingCode, phoneNumber] = useWatch({ control, name: ["callingCode", "phoneNumber"] });
  const callingCodeId = callingCodes.find(({ name }) => name === callingCode)?.id;
  const mobileNumber = normalisePhone(callingCode, phoneNumber);
  const number = useMemo<PhoneNumber | null>(
    () =>
      callingCodeId !== undefined && mobileNumber !== null
        ? { callingCodeId, callingCode, mobileNumber }
        : null,
    [callingCodeId, callingCode, mobileNumber],
  );

  return {
    callingCodes,
    callingCodeId,
    /** The number as it can be sent, or null while it cannot. */
    number,
    /** The same words for the same number, however it is spaced: tells a change from a mere look. */
    spelling: `+${callingCode} ${mobileNumber ?? phoneNumber}`,
  };
}
