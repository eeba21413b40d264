import { expect, test } from "vitest";

import { isNew, openingOf } from "./opening.ts";

const daily = { hours: { opens: "10:00", closes: "22:00" } };

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

test("an outlet is announced until its first day, and open on it", () => {
  const outlet = { ...daily, openingDate: "2025-10-25" };

  expect(openingOf(outlet, inMalaysia("2025-10-24T23:59"))).toEqual({
    state: "soon",
    from: "2025-10-25",
  });
  expect(openingOf(outlet, inMalaysia("2025-10-25T00:00")).state).toBe("closed");
  expect(openingOf(outlet, inMalaysia("2025-10-25T10:00")).state).toBe("open");
});

test.each([
  ["announced", "2025-10-24T23:59", true],
  ["on its first day", "2025-10-25T00:00", true],
  ["on the ninetieth day", "2026-01-22T23:59", true],
  ["on the ninety-first", "2026-01-23T00:00", false],
  ["a year later", "2026-10-25T12:00", false],
])("an outlet that is %s, at %s, is new: %s", (_, moment, expected) => {
  expect(isNew({ openingDate: "2025-10-25" }, inMalaysia(moment))).toBe(expected);
});

test("an outlet without an opening date is not new", () => {
  expect(isNew({}, inMalaysia("2025-10-25T12:00"))).toBe(false);
});
