import { expect, test } from "vitest";

import {
  comingChanges,
  groupsOf,
  openingOf,
  WEEKDAYS,
  type Hours,
  type Week,
} from "./opening-hours.ts";

const TEN_TO_TEN = [{ opens: "10:00", closes: "22:00" }];
const everyDay = (hours: readonly Hours[]): Week =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, [...hours]])) as unknown as Week;
const daily = { hours: everyDay(TEN_TO_TEN), closures: [], specialDays: [] };

const inMalaysia = (dayAndTime: string) => new Date(`${dayAndTime}:00+08:00`);

test.each([
  ["09:59", { state: "closed", opensAt: "10:00", tomorrow: false }],
  ["10:00", { state: "open", until: "22:00" }],
  ["21:59", { state: "open", until: "22:00" }],
  ["22:00", { state: "closed", opensAt: "10:00", tomorrow: true }],
  ["23:59", { state: "closed", opensAt: "10:00", tomorrow: true }],
  ["00:00", { state: "closed", opensAt: "10:00", tomorrow: false }],
])("at %s in Malaysia a kitchen open from ten to ten is as it should be", (time, expected) => {
  expect(openingOf(daily, inMalaysia(`2026-03-05T${time}`))).toEqual(expected);
});

const christmas = [
  { firstDay: "2026-12-24", lastDay: "2026-12-25" },
  { firstDay: "2026-12-26", lastDay: "2026-12-26" },
  { firstDay: "2026-12-31", lastDay: "2026-12-31" },
];

test.each([
  ["2026-12-23T21:59", { state: "open", until: "22:00" }],
  ["2026-12-23T22:00", { state: "away", opensAt: "10:00", on: "2026-12-27" }],
  ["2026-12-24T00:00", { state: "away", opensAt: "10:00", on: "2026-12-27" }],
  ["2026-12-25T12:00", { state: "away", opensAt: "10:00", on: "2026-12-27" }],
  ["2026-12-26T12:00", { state: "closed", opensAt: "10:00", tomorrow: true }],
  ["2026-12-27T09:59", { state: "closed", opensAt: "10:00", tomorrow: false }],
  ["2026-12-27T10:00", { state: "open", until: "22:00" }],
  ["2026-12-31T23:00", { state: "closed", opensAt: "10:00", tomorrow: true }],
])("at %s, with days off at the end of the year, it is as it should be", (moment, expected) => {
  expect(openingOf({ ...daily, closures: christmas }, inMalaysia(moment))).toEqual(expected);
});

test("an outlet is announced until its first day, and open on it", () => {
  const outlet = { ...daily, openingDate: "2025-10-25" };

  expect(openingOf(outlet, inMalaysia("2025-10-24T23:59"))).toEqual({
    state: "soon",
    from: "2025-10-25",
  });
  expect(openingOf(outlet, inMalaysia("2025-10-25T00:00")).state).toBe("closed");
  expect(openingOf(outlet, inMalaysia("2025-10-25T10:00")).state).toBe("open");
});

const LUNCH = { opens: "11:00", closes: "15:00" };
const DINNER = { opens: "18:00", closes: "00:00" };
const NIGHT = { opens: "00:00", closes: "02:00" };

/** Closed on Mondays; lunch and dinner; on Friday and Saturday until two in the morning. 2 March 2026 is a Monday. */
const week: Week = {
  ...everyDay([LUNCH, DINNER]),
  monday: [],
  friday: [LUNCH, DINNER],
  saturday: [NIGHT, LUNCH, DINNER],
  sunday: [NIGHT, LUNCH],
};

test.each([
  ["Sunday after lunch", "2026-03-01T15:00", { state: "away", opensAt: "11:00", on: "2026-03-03" }],
  ["Monday", "2026-03-02T12:00", { state: "closed", opensAt: "11:00", tomorrow: true }],
  [
    "Tuesday's midnight",
    "2026-03-03T00:00",
    { state: "closed", opensAt: "11:00", tomorrow: false },
  ],
  ["lunch", "2026-03-03T14:59", { state: "open", until: "15:00" }],
  ["between", "2026-03-03T15:00", { state: "closed", opensAt: "18:00", tomorrow: false }],
  ["until midnight", "2026-03-03T23:59", { state: "open", until: "00:00" }],
  ["after it", "2026-03-04T00:00", { state: "closed", opensAt: "11:00", tomorrow: false }],
  ["Friday night", "2026-03-06T23:59", { state: "open", until: "02:00" }],
  ["past midnight", "2026-03-07T00:00", { state: "open", until: "02:00" }],
  ["its last minute", "2026-03-07T01:59", { state: "open", until: "02:00" }],
  ["its end", "2026-03-07T02:00", { state: "closed", opensAt: "11:00", tomorrow: false }],
])("by weekday: %s, %s", (_, moment, expected) => {
  expect(openingOf({ ...daily, hours: week }, inMalaysia(moment))).toEqual(expected);
});

test("a closure ends a night at midnight, and the day after it is sought by its weekday", () => {
  const closures = [{ firstDay: "2026-03-07", lastDay: "2026-03-07" }];
  const outlet = { ...daily, hours: { ...week, sunday: [] }, closures };

  expect(openingOf(outlet, inMalaysia("2026-03-06T23:00"))).toEqual({
    state: "open",
    until: "00:00",
  });
  expect(openingOf(outlet, inMalaysia("2026-03-07T01:00"))).toEqual({
    state: "away",
    opensAt: "11:00",
    on: "2026-03-10",
  });
});

/** Friday and Saturday from six in the evening until two in the morning; 6 March 2026 is a Friday. */
const nights = { opens: "18:00", closes: "02:00" };
const late = { ...daily, hours: { ...everyDay([]), friday: [nights], saturday: [nights] } };

test.each([
  ["2026-03-06T17:59", [], { state: "closed", opensAt: "18:00", tomorrow: false }],
  ["2026-03-06T18:00", [], { state: "open", until: "02:00" }],
  ["2026-03-07T01:59", [], { state: "open", until: "02:00" }],
  ["2026-03-07T02:00", [], { state: "closed", opensAt: "18:00", tomorrow: false }],
  ["2026-03-08T01:59", [], { state: "open", until: "02:00" }],
  ["2026-03-08T02:00", [], { state: "away", opensAt: "18:00", on: "2026-03-13" }],
  // Saturday is closed: Friday's night ends as usual, Saturday's does not take place.
  ["2026-03-07T01:00", ["2026-03-07"], { state: "open", until: "02:00" }],
  ["2026-03-08T01:00", ["2026-03-07"], { state: "away", opensAt: "18:00", on: "2026-03-13" }],
  ["2026-03-07T01:00", ["2026-03-06"], { state: "closed", opensAt: "18:00", tomorrow: false }],
])(
  "at %s a night belongs to the day on which it begins, closed on %j",
  (moment, days, expected) => {
    const closures = days.map((day) => ({ firstDay: day, lastDay: day }));
    expect(openingOf({ ...late, closures }, inMalaysia(moment))).toEqual(expected);
  },
);

test.each([
  ["16:59", { state: "open", until: "17:00" }],
  ["17:00", { state: "closed", opensAt: "10:00", tomorrow: true }],
])("a special day has its own hours: %s", (time, expected) => {
  const specialDays = [{ day: "2026-12-24", hours: [{ opens: "10:00", closes: "17:00" }] }];
  expect(openingOf({ ...daily, specialDays }, inMalaysia(`2026-12-24T${time}`))).toEqual(expected);
});

test("a change is told from two weeks before until its last day", () => {
  const outlet = {
    ...daily,
    closures: [{ firstDay: "2026-11-28", lastDay: "2026-11-29", name: "Hari Raya" }],
    specialDays: [{ day: "2026-11-27", hours: [{ opens: "10:00", closes: "17:00" }] }],
  };
  const told = (day: string) =>
    comingChanges(outlet, inMalaysia(`${day}T12:00`)).map(({ firstDay, name }) => [firstDay, name]);
  const [eve, holiday] = [
    ["2026-11-27", undefined],
    ["2026-11-28", "Hari Raya"],
  ];

  expect(told("2026-11-12")).toEqual([]);
  expect(told("2026-11-13")).toEqual([eve]);
  expect(told("2026-11-14")).toEqual([eve, holiday]);
  expect(told("2026-11-29")).toEqual([holiday]);
  expect(told("2026-11-30")).toEqual([]);
});

test("an outlet that never closes says no time", () => {
  const always = { ...daily, hours: everyDay([{ opens: "00:00", closes: "00:00" }]) };

  expect(openingOf(always, inMalaysia("2026-03-03T12:00"))).toEqual({ state: "open", until: null });
});

test("equal days are one group, and those that follow each other one line", () => {
  const days = (groups: readonly { days: readonly string[] }[]) => groups.map((each) => each.days);
  const shortSunday: Week = { ...everyDay(TEN_TO_TEN), wednesday: [], sunday: [] };

  expect(days(groupsOf(daily.hours))).toEqual([WEEKDAYS]);
  expect(days(groupsOf(shortSunday))).toEqual([
    ["monday", "tuesday", "thursday", "friday", "saturday"],
    ["wednesday", "sunday"],
  ]);
  expect(days(groupsOf(shortSunday, "neighbours"))).toEqual([
    ["monday", "tuesday"],
    ["wednesday"],
    ["thursday", "friday", "saturday"],
    ["sunday"],
  ]);
  expect(
    days(groupsOf({ ...everyDay([LUNCH, DINNER]), tuesday: [LUNCH] }, "neighbours")),
  ).toHaveLength(3);
});
