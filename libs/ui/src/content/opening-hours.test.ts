import { expect, test } from "vitest";

import { groupsOf, openingOf, WEEKDAYS, type Hours, type Week } from "./opening-hours.ts";

const TEN_TO_TEN = [{ opens: "10:00", closes: "22:00" }];
const everyDay = (hours: readonly Hours[]): Week =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, [...hours]])) as unknown as Week;
const daily = { hours: everyDay(TEN_TO_TEN), closures: [] };

/** A moment by the clock on a wall in Malaysia. */
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
  expect(openingOf({ hours: week, closures: [] }, inMalaysia(moment))).toEqual(expected);
});

test("a closure ends a night at midnight, and the day after it is sought by its weekday", () => {
  const closures = [{ firstDay: "2026-03-07", lastDay: "2026-03-07" }];
  const outlet = { hours: { ...week, sunday: [] }, closures };

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

test("an outlet that never closes says no time", () => {
  const always = { hours: everyDay([{ opens: "00:00", closes: "00:00" }]), closures: [] };

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
