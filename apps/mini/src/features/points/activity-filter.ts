import { signedPoints, type Activity } from "@loyalty/api-client";

export const kinds = ["all", "earned", "redeemed"] as const;
export type Kind = (typeof kinds)[number];

export const periods = ["week", "month", "quarter", "ever"] as const;
export type Period = (typeof periods)[number];

/** The instant a period began: 7 days, 1 month or 3 months before `now` (spec 001 §2). */
export function beginOf(period: Period, now: Date): Date {
  const begin = new Date(now);
  if (period === "week") begin.setUTCDate(begin.getUTCDate() - 7);
  if (period === "month") goBackMonths(begin, 1);
  if (period === "quarter") goBackMonths(begin, 3);
  return period === "ever" ? new Date(0) : begin;
}

// A month before 31 March is the last of February, not the third of March.
function goBackMonths(date: Date, months: number) {
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
}

/** The activities of one kind since an instant. What adds points counts as earned, what takes them as redeemed. */
export function filtered(activities: readonly Activity[], kind: Kind, since: Date): Activity[] {
  return activities.filter(({ actionId, points, createdAt }) => {
    if (new Date(createdAt) < since) return false;
    if (kind === "all") return true;
    const signed = signedPoints(actionId, points);
    return kind === "earned" ? signed > 0 : signed < 0;
  });
}

/** Activities under the day they happened on, newest first, as the list is. */
export function byDay(
  activities: readonly Activity[],
  dayOf: (iso: string) => string,
): [day: string, activities: Activity[]][] {
  const days = new Map<string, Activity[]>();
  for (const activity of activities) {
    const day = dayOf(activity.createdAt);
    days.set(day, [...(days.get(day) ?? []), activity]);
  }
  return [...days];
}
