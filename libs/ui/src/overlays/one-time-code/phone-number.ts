/** A phone number as the API knows it: the id of its calling code and its national digits. */
export interface PhoneNumber {
  callingCodeId: number;
  /** Numeric, without `+`: `60`. */
  callingCode: string;
  /** National digits, without leading zeros. */
  mobileNumber: string;
}

/** Whether two numbers reach the same phone. */
export function isSameNumber(a: PhoneNumber | null, b: PhoneNumber | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.callingCodeId === b.callingCodeId &&
    a.mobileNumber === b.mobileNumber
  );
}
