/**
 * A phone number whose one-time code was right although nobody is registered under it: the registration goes on
 * with the ticket instead of asking for a second code.
 */
export interface ProvedNumber {
  callingCodeId: number;
  /** The numeric calling code, `60`. */
  callingCode: string;
  /** The national digits as they were proved. */
  mobileNumber: string;
  /** Short-lived proof from `404 not_registered`, sent in place of the code. */
  ticket: string;
}
