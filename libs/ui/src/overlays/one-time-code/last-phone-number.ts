import { lastPhoneNumber as kept } from "@loyalty/api-client";

import type { PhoneNumber } from "./phone-number.ts";

const DEFAULT_CALLING_CODE = "60";

type TypedNumber = Pick<PhoneNumber, "callingCode" | "mobileNumber">;

/** The number of the last sign-in in this browser, or an empty Malaysian one. */
export function lastPhoneNumber(): TypedNumber {
  const last = kept.read() ?? "";
  const foreign = /^\+([0-9]+) ([0-9]+)$/.exec(last);
  return foreign
    ? { callingCode: foreign[1]!, mobileNumber: foreign[2]! }
    : { callingCode: DEFAULT_CALLING_CODE, mobileNumber: last };
}

/** Keeps the number for next time: bare national digits for Malaysia, `+65 81234567` for others. */
export function rememberPhoneNumber({ callingCode, mobileNumber }: TypedNumber): void {
  kept.write(
    callingCode === DEFAULT_CALLING_CODE ? mobileNumber : `+${callingCode} ${mobileNumber}`,
  );
}
