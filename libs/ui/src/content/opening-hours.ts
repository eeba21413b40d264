import { malaysianClock } from "@loyalty/api-client/rules/calendar.ts";

import type { Outlet } from "./outlets.ts";

/** The hours of an outlet, day by day; times are Malaysian, and 00:00 at the end of a day is its midnight. */
export type Week = Outlet["hours"];
export type Weekday = keyof Week;
export type Hours = Week[Weekday][number];

/** The days of the week in the order in which hours are written. */
export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Weekday[];

/** Days with the same hours. */
export interface SameHours {
  days: readonly Weekday[];
  hours: readonly Hours[];
}

const isSame = (one: readonly Hours[], other: readonly Hours[]): boolean =>
  one.length === other.length &&
  one.every(({ opens, closes }, at) => opens === other[at]?.opens && closes === other[at].closes);

/**
 * The week in groups of days with the same hours, each as long as it can be.
 *
 * @param among `neighbours`: only days that follow each other are one group, as a sign has them
 */
export function groupsOf(week: Week, among: "all" | "neighbours" = "all"): SameHours[] {
  const groups: { days: Weekday[]; hours: readonly Hours[] }[] = [];
  for (const day of WEEKDAYS) {
    const candidates = among === "all" ? groups : groups.slice(-1);
    const group = candidates.find(({ hours }) => isSame(hours, week[day]));
    if (group) group.days.push(day);
    else groups.push({ days: [day], hours: week[day] });
  }
  return groups;
}

/** What the badge of an outlet says. Times and days are Malaysian: `22:00`, `2025-10-25`. */
export type Opening =
  | { state: "soon"; from: string }
  /** `until` is null where it does not close within a week. */
  | { state: "open"; until: string | null }
  | { state: "closed"; opensAt: string; tomorrow: boolean }
  /** Closed for longer; `on` is the day it opens again. */
  | { state: "away"; opensAt: string; on: string };

const DAY_MS = 86_400_000;
const DAYS_OF_A_WEEK = 7;
const MIDNIGHT = "00:00";
const END_OF_DAY = "24:00";

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, "2026-12-24".length);

/** `getUTCDay` begins with Sunday. */
const weekdayOf = (day: string): Weekday =>
  WEEKDAYS[(new Date(day).getUTCDay() + DAYS_OF_A_WEEK - 1) % DAYS_OF_A_WEEK]!;

/** When hours end, so that it sorts after every time of their day. */
export const endOf = ({ closes }: Hours): string => (closes === MIDNIGHT ? END_OF_DAY : closes);

type Times = Pick<Outlet, "hours" | "closures">;

/** The hours of a day: none in a closure. */
const hoursOn = ({ hours, closures }: Times, day: string): readonly Hours[] =>
  closures.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    ? []
    : hours[weekdayOf(day)];

/** When an outlet closes that is open in these hours of a day: those that go on after midnight are one with the next day's. */
function closingOf(outlet: Times, day: string, hours: Hours): string | null {
  let [on, current] = [day, hours];
  for (let passed = 0; passed < DAYS_OF_A_WEEK; passed += 1) {
    if (endOf(current) !== END_OF_DAY) return current.closes;
    on = dayAfter(on);
    const next = hoursOn(outlet, on).find(({ opens }) => opens === MIDNIGHT);
    if (!next) return MIDNIGHT;
    current = next;
  }
  return null;
}

/**
 * Whether an outlet is open at a moment: not before its opening date, not on the days of a closure, otherwise by the
 * hours of the day (spec 001 §2, Locations). The closing minute itself counts as closed.
 */
export function openingOf(outlet: Times & Pick<Outlet, "openingDate">, now: Date): Opening {
  const { day: today, time } = malaysianClock(now);
  if (outlet.openingDate !== undefined && today < outlet.openingDate) {
    return { state: "soon", from: outlet.openingDate };
  }
  const ofToday = hoursOn(outlet, today);
  const current = ofToday.find((each) => each.opens <= time && time < endOf(each));
  if (current) return { state: "open", until: closingOf(outlet, today, current) };
  const later = ofToday.find(({ opens }) => time < opens);
  if (later) return { state: "closed", opensAt: later.opens, tomorrow: false };
  return nextOpening(outlet, today);
}

/** The first day after this one with hours. An outlet is open on a day of the week at least, and closures end. */
function nextOpening(outlet: Times, today: string): Opening {
  const tomorrow = dayAfter(today);
  let on = tomorrow;
  let [first] = hoursOn(outlet, on);
  while (!first) {
    on = dayAfter(on);
    [first] = hoursOn(outlet, on);
  }
  if (on === tomorrow) return { state: "closed", opensAt: first.opens, tomorrow: true };
  return { state: "away", opensAt: first.opens, on };
}
