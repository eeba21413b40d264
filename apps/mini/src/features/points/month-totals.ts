import { ACTION, type Activity } from "@loyalty/api-client";

const month = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  timeZone: "Asia/Kuala_Lumpur",
});

/** The first and the last instant of the month that `now` lies in, by Malaysia's calendar, which has no summer time. */
export function monthBounds(now: Date): { from: string; until: string } {
  const [year = 0, number = 0] = month.format(now).split("-").map(Number);
  const midnight = (index: number) => Date.UTC(year, index, 1) - EIGHT_HOURS_MS;
  return {
    from: new Date(midnight(number - 1)).toISOString(),
    until: new Date(midnight(number) - 1).toISOString(),
  };
}

const EIGHT_HOURS_MS = 8 * 3_600_000;

/**
 * The points earned in the month that `now` lies in, by Malaysia's calendar; registration and adjustments are not.
 */
export function monthTotals(activities: readonly Activity[], now: Date) {
  const thisMonth = month.format(now);
  const sum = (actionId: number) =>
    activities
      .filter((one) => one.actionId === actionId)
      .filter(({ createdAt }) => month.format(new Date(createdAt)) === thisMonth)
      .reduce((total, { points }) => total + points, 0);
  return { earned: sum(ACTION.earned) };
}
