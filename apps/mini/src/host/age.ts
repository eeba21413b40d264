const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How old something is, in the largest unit that is whole: 5 minutes, 2 hours, 1 day. Times in ms. */
export function ageOf(
  then: number,
  now: number,
): { unit: "now" } | { unit: "Minutes" | "Hours" | "Days"; count: number } {
  const age = now - then;
  if (age < MINUTE_MS) return { unit: "now" };
  if (age < HOUR_MS) return { unit: "Minutes", count: Math.floor(age / MINUTE_MS) };
  if (age < DAY_MS) return { unit: "Hours", count: Math.floor(age / HOUR_MS) };
  return { unit: "Days", count: Math.floor(age / DAY_MS) };
}
