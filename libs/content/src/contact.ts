/** Malaysia's: its mobile numbers are written with a dash and a space. */
const MALAYSIA = "60";

/**
 * A telephone number as people read it and say it: `+60 12-345 6789`.
 *
 * @param callingCode numeric, without `+`
 * @param mobileNumber national digits; those of another country stay together
 * @returns nothing where there is no number
 */
export function formatPhoneNumber(callingCode: string, mobileNumber: string): string {
  if (!mobileNumber) return "";
  const grouped =
    callingCode === MALAYSIA
      ? mobileNumber.replace(/^(\d{2})(\d{3,4})(\d{4})$/, "$1-$2 $3")
      : mobileNumber;
  return `+${callingCode} ${grouped}`;
}

/** A `mailto:` address with its subject already written. */
export function mailLink(address: string, subject: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`;
}
