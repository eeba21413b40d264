import { ACTION, malaysianDate, type Activity } from "@loyalty/api-client";

/**
 * The points earned in the month that `now` lies in, by Malaysia's calendar; registration and adjustments are not.
 */
export function monthTotals(activities: readonly Activity[], now: Date) {
  const month = (instant: Date) => malaysianDate(instant).slice(0, 7);
  const thisMonth = month(now);
  const sum = (actionId: number) =>
    activities
      .filter((one) => one.actionId === actionId)
      .filter(({ createdAt }) => month(new Date(createdAt)) === thisMonth)
      .reduce((total, { points }) => total + points, 0);
  return { earned: sum(ACTION.earned) };
}
