/** The month somebody became a member, by Malaysia's calendar: `March 2024`. */
export function memberSince(createdAt: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone: "Asia/Kuala_Lumpur",
  }).format(new Date(createdAt));
}
