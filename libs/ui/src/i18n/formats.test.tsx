import cases from "@loyalty/api-client/cases/formats.json";
import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { act, render, screen } from "@testing-library/react";
import { useTranslation } from "react-i18next";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { preferenceTexts } from "../texts.ts";
import {
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatLastDay,
  formatList,
  formatMoney,
  formatNumber,
  type FormatOptions,
  formatTime,
  type LanguageSettings,
} from "./formats.ts";
import { applyFormats } from "./i18n.ts";

afterEach(() => act(() => applyFormats(null)));

function Birthday() {
  useTranslation(preferenceTexts);
  return <p>{formatDay("1994-08-31")}</p>;
}

test("a formatted day is written again when the formats change and the language stays", () => {
  render(<Birthday />);
  act(() => applyFormats({ ...DEFAULT_PREFERENCES.language, dateFormat: "YYYY-MM-DD" }));

  expect(screen.getByText("1994-08-31")).toBeVisible();
});

const english: FormatOptions = { language: "en", settings: null };
const chosen = (differences: Partial<LanguageSettings> = {}, language = "en"): FormatOptions => ({
  language,
  settings: { ...DEFAULT_PREFERENCES.language, ...differences },
});
const spaced = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");

describe.each(["UTC", "Asia/Kuala_Lumpur", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "on a device in %s",
  (zone) => {
    beforeEach(() => void vi.stubEnv("TZ", zone));
    afterEach(() => void vi.unstubAllEnvs());

    test("the day changes at midnight in Malaysia", () => {
      expect(formatDate("2026-01-31T15:59:59.999Z", english)).toBe("31 Jan 2026");
      expect(formatDate("2026-01-31T16:00:00Z", english)).toBe("1 Feb 2026");
      expect(formatDate("2026-01-31T16:00:00Z", chosen())).toBe("01/02/2026");
    });

    test("the time is Malaysia's", () => {
      expect(spaced(formatTime("2026-01-31T15:59:00Z", undefined, english))).toBe("11:59 PM");
      expect(spaced(formatDateTime("2026-01-31T16:05:00Z", english))).toBe("1 Feb 2026, 12:05 AM");
      expect(formatDateTime("2026-01-31T16:05:00Z", chosen())).toBe("01/02/2026, 00:05");
    });

    test("a birthday stays the day it is", () => {
      expect(formatDay("1990-05-17", "short", english)).toBe("17 May 1990");
      expect(formatDay("1990-05-17", "short", chosen())).toBe("17/05/1990");
    });
  },
);

test.each(cases.days)("a day in $dateFormat", ({ dateFormat, day, written }) => {
  const settings = { dateFormat: dateFormat as LanguageSettings["dateFormat"] };
  expect(formatDay(day, "short", chosen(settings))).toBe(written);
});

test.each(Object.entries(cases.months))("months are named in %s", (language, months) => {
  const formats = chosen({ dateFormat: "DD MMM YYYY" }, language);
  const written = months
    .split(" ")
    .map((_, at) => formatDay(`2026-${String(at + 1).padStart(2, "0")}-05`, "short", formats));
  expect(written).toEqual(months.split(" ").map((name) => `05 ${name} 2026`));
});

test.each(cases.moments)("$language, $timeFormat hours: $written", (row) => {
  const timeFormat = row.timeFormat as LanguageSettings["timeFormat"];
  expect(spaced(formatDateTime(row.at, chosen({ timeFormat }, row.language)))).toBe(row.written);
});

test.each(cases.numbers)("$value as $numberFormat", ({ numberFormat, value, written }) => {
  const settings = { numberFormat: numberFormat as LanguageSettings["numberFormat"] };
  expect(spaced(formatNumber(value, {}, chosen(settings)))).toBe(written);
});

test("without a choice a day is written as the language does", () => {
  expect(formatDay("2024-04-05", "long", english)).toBe("5 April 2024");
  expect(formatDay("1990-05-17", "short", { language: "th", settings: null })).toContain("1990");
});

test.each([
  ["24", "22:00", "22:00"],
  ["24", "00:00", "00:00"],
  ["12", "22:00", "10:00 PM"],
  ["12", "00:00", "12:00 AM"],
  ["12", "12:00", "12:00 PM"],
] as const)("with %s hours, %s is %s", (timeFormat, time, written) => {
  expect(spaced(formatClock(time, chosen({ timeFormat })))).toBe(written);
});

test.each([
  ["24", "21:05:09"],
  ["12", "9:05:09 PM"],
] as const)("a clock that is seen to move, with %s hours", (timeFormat, written) => {
  const now = "2026-01-31T13:05:09Z";
  expect(spaced(formatTime(now, "seconds", chosen({ timeFormat })))).toBe(written);
});

test.each([
  ["1,234.56", "1,234,567.5", "-1,234", "RM 1,234.50"],
  ["1.234,56", "1.234.567,5", "-1.234", "RM 1.234,50"],
  ["1 234.56", "1 234 567.5", "-1 234", "RM 1 234.50"],
] as const)("numbers as %s", (numberFormat, large, negative, money) => {
  const style = chosen({ numberFormat });
  expect(spaced(formatNumber(1234567.5, {}, style))).toBe(large);
  expect(spaced(formatNumber(-1234, { signDisplay: "exceptZero" }, style))).toBe(negative);
  expect(spaced(formatMoney(123450, {}, style))).toBe(money);
});

test("an amount is ringgit whatever the currency, and never looks like another", () => {
  expect(spaced(formatMoney(1190, {}, english))).toBe("RM 11.90");
  for (const currency of ["USD", "SGD", "EUR"] as const) {
    expect(spaced(formatMoney(1190, {}, chosen({ currency })))).toBe("MYR 11.90");
  }
});

test("three names in English", () => {
  expect(formatList(["Bowl", "Tea", "Table"], english)).toBe("Bowl, Tea, and Table");
});

test("names are listed in the reader's language", () => {
  expect(formatList(["Kedah", "Melaka"], { language: "ms", settings: null })).toBe(
    "Kedah dan Melaka",
  );
});

test("a whole amount may leave out its sen", () => {
  expect(spaced(formatMoney(500, { whole: true }, english))).toBe("RM 5");
  expect(spaced(formatMoney(500, { whole: true }, chosen()))).toBe("RM 5");
  expect(spaced(formatMoney(550, { whole: true }, chosen()))).toBe("RM 5.50");
});

test.each([
  [59, "now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "1 day ago"],
  [172_800, "2 days ago"],
  [-5, "now"],
])("what happened %i seconds ago", (seconds, age) => {
  const then = "2026-03-14T04:00:00Z";
  expect(formatAge(then, Date.parse(then) + seconds * 1000, english)).toBe(age);
});

test.each([
  ["2027-01-26T16:00:00.000Z", "26 Jan 2027"],
  ["2027-01-26T16:00:00.001Z", "27 Jan 2027"],
  ["no end", ""],
])("what is over at %s has the last day %s", (endsAt, day) => {
  expect(formatLastDay(endsAt, english)).toBe(day);
});
