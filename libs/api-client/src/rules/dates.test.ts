import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { formatDate, formatDateTime, formatDay, formatTime } from "./dates.ts";

describe.each(["UTC", "Asia/Kuala_Lumpur", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "on a device in %s",
  (zone) => {
    const own = process.env["TZ"];
    beforeEach(() => {
      process.env["TZ"] = zone;
    });
    afterEach(() => {
      if (own === undefined) delete process.env["TZ"];
      else process.env["TZ"] = own;
    });

    test("the day changes at midnight in Malaysia", () => {
      expect(formatDate("2026-01-31T15:59:59.999Z", "en")).toBe("31 Jan 2026");
      expect(formatDate("2026-01-31T16:00:00Z", "en")).toBe("1 Feb 2026");
    });

    test("the time is Malaysia's", () => {
      expect(formatTime("2026-01-31T15:59:00Z", "en")).toMatch(/^11:59.pm$/);
      expect(formatDateTime("2026-01-31T16:05:00Z", "en")).toMatch(/^1 Feb 2026, 12:05.am$/);
    });

    test("a birthday stays the day it is", () => {
      expect(formatDay("1990-05-17", "en")).toBe("17 May 1990");
    });

    test("Thai counts the same years as everybody", () => {
      expect(formatDay("1990-05-17", "th")).toContain("1990");
    });
  },
);
