/** Whether `YYYY-MM-DD` is a day that has been, by Malaysia's calendar. */
export function isPastDay(day: string, now: Date = new Date()): boolean {
  return day >= "1900-01-01" && day < todayInMalaysia(now);
}

/** Today as `YYYY-MM-DD` in Malaysia. */
export function todayInMalaysia(now: Date = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kuala_Lumpur" }).format(now);
}
