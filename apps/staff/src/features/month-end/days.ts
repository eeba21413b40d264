import { daysAfter } from "../../components/day-range.tsx";
import type { Days } from "./queries.ts";

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

const partsOf = (day: string) => {
  const at = new Date(day);
  return [at.getUTCFullYear(), at.getUTCMonth()] as const;
};

/** The day before a day, `YYYY-MM-DD`. */
export const dayBefore = (day: string) => daysAfter(day, -1);

/** From the first of its month to a day. */
export const monthUntil = (last: string): Days => ({ first: `${last.slice(0, 8)}01`, last });

/** The days that finance asks for most, as of today. */
export const PRESETS = {
  yesterday: (today: string): Days => ({ first: dayBefore(today), last: dayBefore(today) }),
  thisMonth: monthUntil,
  lastMonth(today: string): Days {
    const [year, month] = partsOf(today);
    return { first: iso(year, month - 1, 1), last: iso(year, month, 0) };
  },
  lastQuarter(today: string): Days {
    const [year, month] = partsOf(today);
    const first = month - (month % 3);
    return { first: iso(year, first - 3, 1), last: iso(year, first, 0) };
  },
} as const;
