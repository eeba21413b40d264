import { ACTION, type Activity } from "@loyalty/api-client";

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

/** The actions of a kind: what adds points counts as earned, what takes them as redeemed; undefined is all. */
export const actionsOf = {
  all: undefined,
  earned: [ACTION.earned, ACTION.adjustmentIn],
  redeemed: [ACTION.redeemed, ACTION.adjustmentOut],
} satisfies Record<Kind, (typeof ACTION)[keyof typeof ACTION][] | undefined>;

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
