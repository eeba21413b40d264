import { ACTION, type Activity } from "@loyalty/api-client";

const month = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  timeZone: "Asia/Kuala_Lumpur",
});

/**
 * The points earned and used in the month that `now` lies in, by Malaysia's calendar.
 * Registration and adjustments are neither.
 */
export function monthTotals(activities: readonly Activity[], now: Date) {
  const thisMonth = month.format(now);
  const sum = (actionId: number) =>
    activities
      .filter((one) => one.actionId === actionId)
      .filter(({ createdAt }) => month.format(new Date(createdAt)) === thisMonth)
      .reduce((total, { points }) => total + points, 0);
  return { earned: sum(ACTION.earned), used: sum(ACTION.redeemed) };
}
