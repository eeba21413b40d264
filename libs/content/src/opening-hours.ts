import { malaysianClock } from "@loyalty/api-client/rules/calendar";

import type { Outlet } from "./outlets.ts";

/**
 * The hours of an outlet, day by day; times are Malaysian. What closes at or before it opens ends on the next day, and
 * belongs to the day on which it begins.
 */
export type Week = Outlet["hours"];
export type Weekday = keyof Week;
export type Hours = Week[Weekday][number];

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Weekday[];

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
const MINUTES_OF_A_DAY = 24 * 60;
const SHOWN_DAYS_BEFORE = 14;

const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, "2026-12-24".length);

/** The weekday of a day; `getUTCDay` begins with Sunday. */
export const weekdayOf = (day: string): Weekday =>
  WEEKDAYS[(new Date(day).getUTCDay() + DAYS_OF_A_WEEK - 1) % DAYS_OF_A_WEEK]!;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When hours end, in minutes from the midnight before they begin. */
export const endOf = ({ opens, closes }: Hours): number =>
  minutesOf(closes) + (closes > opens ? 0 : MINUTES_OF_A_DAY);

export type Times = Pick<Outlet, "hours" | "closures" | "specialDays">;

/** The hours that begin on a day: none in a closure, those of a special day, else those of its weekday. */
const hoursOn = ({ hours, closures, specialDays }: Times, day: string): readonly Hours[] =>
  closures.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    ? []
    : (specialDays.find((special) => special.day === day)?.hours ?? hours[weekdayOf(day)]);

/** When an outlet closes that is open in these hours of a day: those that begin at the next midnight go on with them. */
function closingOf(outlet: Times, day: string, hours: Hours): string | null {
  let [on, current] = [day, hours];
  for (let passed = 0; passed < DAYS_OF_A_WEEK; passed += 1) {
    if (current.closes !== MIDNIGHT) return current.closes;
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
  const minute = minutesOf(time);
  const night = hoursOn(outlet, dayAfter(today, -1)).find(
    (each) => minute + MINUTES_OF_A_DAY < endOf(each),
  );
  if (night) return { state: "open", until: night.closes };
  const ofToday = hoursOn(outlet, today);
  const current = ofToday.find((each) => each.opens <= time && minute < endOf(each));
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

/** A closure, or a day with other hours, that is on or begins within two weeks. */
export type ComingChange = {
  firstDay: string;
  lastDay: string;
  name: string | undefined;
  /** None: it is closed. */
  hours: readonly Hours[];
};

/** What is told of an outlet before it happens, in the order of the days. */
export function comingChanges({ closures, specialDays }: Times, now: Date): ComingChange[] {
  const { day: today } = malaysianClock(now);
  const until = dayAfter(today, SHOWN_DAYS_BEFORE);
  return [
    ...closures.map(({ firstDay, lastDay, name }) => ({ firstDay, lastDay, name, hours: [] })),
    ...specialDays.map(({ day, hours, name }) => ({ firstDay: day, lastDay: day, name, hours })),
  ]
    .filter(({ firstDay, lastDay }) => firstDay <= until && lastDay >= today)
    .sort((one, other) => one.firstDay.localeCompare(other.firstDay));
}
