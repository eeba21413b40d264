/**
 * A phone number as it is shown to the person who typed it, while others may look over the shoulder:
 * the first two and the last three digits, `+60 12-•••• 789`.
 *
 * @param callingCode numeric, without `+`
 * @param mobileNumber national digits
 */
export function maskedNumber(callingCode: string, mobileNumber: string): string {
  const digits = mobileNumber.replace(/[^0-9]/g, "");
  return `+${callingCode} ${digits.slice(0, 2)}-•••• ${digits.slice(-3)}`;
}
