import { formatDay, formatMonth, formatMonthName } from "@loyalty/ui/formats";

/** So many days are shown one by one, more of them by month. */
const MAX_SINGLE_DAYS = 62;

/** A day, or the days of a month: a bar of a chart and a row of its table. */
export interface DayPart {
  first: string;
  last: string;
  /** As a table has it, and as there is space for under a bar. */
  name: string;
  label: string;
  /** Where its days are among all of them. */
  places: readonly number[];
}

/** "27 Nov" of a day. */
export const shortDay = (day: string) => formatDay(day).replace(/\s*\d{4}\S*$/, "");

/** The parts of days that follow each other, `2026-11-27`. */
export function partsOf(days: readonly string[]): DayPart[] {
  if (days.length <= MAX_SINGLE_DAYS) {
    return days.map((day, at) => ({
      first: day,
      last: day,
      name: formatDay(day),
      label: shortDay(day),
      places: [at],
    }));
  }
  const months = new Map<string, number[]>();
  for (const [at, day] of days.entries()) {
    const month = day.slice(0, "2026-11".length);
    months.set(month, [...(months.get(month) ?? []), at]);
  }
  return [...months].map(([month, places]) => ({
    first: days[places[0]!]!,
    last: days[places.at(-1)!]!,
    name: formatMonth(`${month}-15T00:00:00Z`),
    label: formatMonthName(Number(month.slice(-2))),
    places,
  }));
}

/** What the days of a part add up to; days that there are none of count as nothing. */
export const sumOf = <Row>(
  { places }: DayPart,
  rows: readonly Row[],
  valueOf: (row: Row) => number,
): number =>
  places.reduce((sum, at) => {
    const row = rows[at];
    return row === undefined ? sum : sum + valueOf(row);
  }, 0);
