import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import cases from "../../cases/calendar.json" with { type: "json" };
import { isBirthMonth, isPastDay, malaysianClock, malaysianDate } from "./calendar.ts";

describe.each(["UTC", "Asia/Kuala_Lumpur", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "on a device in %s",
  (zone) => {
    beforeEach(() => void vi.stubEnv("TZ", zone));
    afterEach(() => void vi.unstubAllEnvs());

    test.each(cases)("$why", ({ instant, day, time }) => {
      expect(malaysianClock(new Date(instant))).toEqual({ day, time });
      expect(malaysianDate(new Date(instant))).toBe(day);
    });
  },
);

test("somebody born on 29 February has a birth month every year, and who never said has none", () => {
  expect(isBirthMonth("2000-02-29", new Date("2026-01-31T15:59:59Z"))).toBe(false);
  expect(isBirthMonth("2000-02-29", new Date("2026-01-31T16:00:00Z"))).toBe(true);
  expect(isBirthMonth("2000-02-29", new Date("2026-02-28T15:59:59Z"))).toBe(true);
  expect(isBirthMonth("2000-02-29", new Date("2026-02-28T16:00:00Z"))).toBe(false);
  expect(isBirthMonth(null, new Date())).toBe(false);
});

test.each([
  ["1899-12-31", false],
  ["1900-01-01", true],
  ["2026-01-31", true],
  ["2026-02-01", false],
])("on 1 February, %s as a day of birth: %s", (day, possible) => {
  expect(isPastDay(day, new Date("2026-01-31T16:00:00Z"))).toBe(possible);
});
