/**
 * The programme's calendar is that of the group's country, whatever the zone of the device. Twin of the API's `rules/calendar.py`; the
 * rows in `cases/calendar.json` hold the two together.
 *
 * Calculated without `Intl`: the country has no summer time, and the first format that a browser makes loads its tables
 * in one long task, a tenth of a second on a slow telephone.
 */
import { AHEAD_OF_UTC_MS } from "../group.ts";

/** The day (`YYYY-MM-DD`) and the time on the wall (`21:05`) in Malaysia at an instant; not before 1982. */
export function malaysianClock(instant: Date): { day: string; time: string } {
  const wall = new Date(instant.getTime() + AHEAD_OF_UTC_MS).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The day (`YYYY-MM-DD`) it is in Malaysia at an instant. */
export const malaysianDate = (instant: Date = new Date()): string => malaysianClock(instant).day;

/** Whether an instant lies in a birth month; the day and the year do not count (spec 001 §5). */
export const isBirthMonth = (dateOfBirth: string | null | undefined, instant: Date): boolean =>
  dateOfBirth?.slice(5, 7) === malaysianDate(instant).slice(5, 7);

export const MIN_DATE_OF_BIRTH = "1900-01-01";

/** Whether `YYYY-MM-DD` can be a date of birth: in the past, and not before 1900. */
export const isPastDay = (day: string, now?: Date): boolean =>
  day >= MIN_DATE_OF_BIRTH && day < malaysianDate(now);
