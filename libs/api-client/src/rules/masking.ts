/** As much of a name as the owner recognises: `Aisyah` → `Ai***` (docs/handoff.md, "Not you?"). */
export function maskedName(name: string): string {
  return `${Array.from(name.trim()).slice(0, 2).join("")}***`;
}

/** The last four digits of a number. */
export function lastDigits(mobileNumber: string): string {
  return mobileNumber.slice(-4);
}
