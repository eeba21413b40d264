import { DEFAULT_PREFERENCES } from "@loyalty/api-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  spellClock,
  spellDate,
  spellDateTime,
  spellDay,
  spellList,
  spellMoney,
  spellNumber,
  spellTime,
  type LanguageSettings,
  type Style,
} from "./spell.ts";

const plain: Style = { language: "en", chosen: null };
const chosen = (differences: Partial<LanguageSettings> = {}, language = "en"): Style => ({
  language,
  chosen: { ...DEFAULT_PREFERENCES.language, ...differences },
});
const spaced = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");

describe.each(["UTC", "Asia/Kuala_Lumpur", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "on a device in %s",
  (zone) => {
    beforeEach(() => void vi.stubEnv("TZ", zone));
    afterEach(() => void vi.unstubAllEnvs());

    test("the day changes at midnight in Malaysia", () => {
      expect(spellDate("2026-01-31T15:59:59.999Z", plain)).toBe("31 Jan 2026");
      expect(spellDate("2026-01-31T16:00:00Z", plain)).toBe("1 Feb 2026");
      expect(spellDate("2026-01-31T16:00:00Z", chosen())).toBe("01/02/2026");
    });

    test("the time is Malaysia's", () => {
      expect(spaced(spellTime("2026-01-31T15:59:00Z", plain))).toBe("11:59 PM");
      expect(spaced(spellDateTime("2026-01-31T16:05:00Z", plain))).toMatch(
        /^1 Feb 2026, 12:05 am$/,
      );
      expect(spellDateTime("2026-01-31T16:05:00Z", chosen())).toBe("01/02/2026, 00:05");
    });

    test("a birthday stays the day it is", () => {
      expect(spellDay("1990-05-17", plain)).toBe("17 May 1990");
      expect(spellDay("1990-05-17", chosen())).toBe("17/05/1990");
    });
  },
);

test.each([
  ["DD/MM/YYYY", "05/04/2024"],
  ["MM/DD/YYYY", "04/05/2024"],
  ["YYYY-MM-DD", "2024-04-05"],
  ["DD MMM YYYY", "05 Apr 2024"],
] as const)("a day in %s", (dateFormat, written) => {
  expect(spellDay("2024-04-05", chosen({ dateFormat }))).toBe(written);
});

test("a month by name is named in the reader's language", () => {
  expect(spellDay("2024-03-05", chosen({ dateFormat: "DD MMM YYYY" }, "ms"))).toBe("05 Mac 2024");
});

test("without a choice a day is written as the language does", () => {
  expect(spellDay("2024-04-05", plain, "long")).toBe("5 April 2024");
  expect(spellDay("1990-05-17", { language: "th", chosen: null })).toContain("1990");
});

test.each([
  ["24", "22:00", "22:00"],
  ["24", "00:00", "00:00"],
  ["12", "22:00", "10:00 PM"],
  ["12", "00:00", "12:00 AM"],
  ["12", "12:00", "12:00 PM"],
] as const)("with %s hours, %s is %s", (timeFormat, time, written) => {
  expect(spaced(spellClock(time, chosen({ timeFormat })))).toBe(written);
});

test.each([
  ["24", "21:05:09"],
  ["12", "9:05:09 PM"],
] as const)("a clock that is seen to move, with %s hours", (timeFormat, written) => {
  const now = "2026-01-31T13:05:09Z";
  expect(spaced(spellTime(now, chosen({ timeFormat }), "seconds"))).toBe(written);
});

test.each([
  ["1,234.56", "1,234,567.5", "-1,234", "RM 1,234.50"],
  ["1.234,56", "1.234.567,5", "-1.234", "RM 1.234,50"],
  ["1 234.56", "1 234 567.5", "-1 234", "RM 1 234.50"],
] as const)("numbers as %s", (numberFormat, large, negative, money) => {
  const style = chosen({ numberFormat });
  expect(spaced(spellNumber(1234567.5, style))).toBe(large);
  expect(spaced(spellNumber(-1234, style, { signDisplay: "exceptZero" }))).toBe(negative);
  expect(spaced(spellMoney(123450, style))).toBe(money);
});

test("an amount is ringgit whatever the currency, and never looks like another", () => {
  expect(spaced(spellMoney(1190, plain))).toBe("RM 11.90");
  for (const currency of ["USD", "SGD", "EUR"] as const) {
    expect(spaced(spellMoney(1190, chosen({ currency })))).toBe("MYR 11.90");
  }
});

test.each([
  0, 5, 99, 100, 1190, 99999, 100000, 123450, 99999999, 100000000, 123456789, -500, -123450,
])("%d sen in English are written as the language's own format writes them", (sen) => {
  for (const whole of [false, true]) {
    const own = new Intl.NumberFormat("en-MY", {
      style: "currency",
      currency: "MYR",
      currencyDisplay: "narrowSymbol",
      trailingZeroDisplay: whole ? "stripIfInteger" : "auto",
    });
    expect(spellMoney(sen, plain, { whole })).toBe(own.format(sen / 100));
  }
});

test("a day in English is written as the language's own format writes it, in every month", () => {
  for (let nth = 1; nth <= 12; nth += 1) {
    const day = `2026-${String(nth).padStart(2, "0")}-${nth % 2 ? "05" : "28"}`;
    for (const month of ["short", "long"] as const) {
      const own = new Intl.DateTimeFormat("en-MY", { day: "numeric", month, year: "numeric" });
      expect(spellDay(day, plain, month)).toBe(own.format(new Date(`${day}T12:00:00`)));
    }
  }
});

test.each([0, 1, 7, 999, 1000, 12345, 999999, 1000000, 1234567.5, 0.1255, 2.5, -1234, -0.5])(
  "the number %d in English is written as the language's own format writes it",
  (value) => {
    expect(spellNumber(value, plain)).toBe(new Intl.NumberFormat("en-MY").format(value));
  },
);

test.each([
  "00:00",
  "00:05",
  "01:00",
  "09:30",
  "11:59",
  "12:00",
  "12:01",
  "13:00",
  "22:00",
  "23:59",
])("%s on the wall in English is written as the language's own format writes it", (time) => {
  const own = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
  expect(spellClock(time, plain)).toBe(own.format(new Date(`2026-01-01T${time}:00`)));
});

test.each([
  [[]],
  [["Bowl"]],
  [["Bowl", "Tea"]],
  [["Bowl", "Tea", "Table"]],
  [["a", "b", "c", "d"]],
])("the names %j in English are listed as the language's own format lists them", (names) => {
  const own = new Intl.ListFormat("en", { type: "conjunction" });
  expect(spellList(names, plain)).toBe(own.format(names));
});

test("names are listed in the reader's language", () => {
  expect(spellList(["Kedah", "Melaka"], { language: "ms", chosen: null })).toBe("Kedah dan Melaka");
});

test("a whole amount may leave out its sen", () => {
  expect(spaced(spellMoney(500, plain, { whole: true }))).toBe("RM 5");
  expect(spaced(spellMoney(500, chosen(), { whole: true }))).toBe("RM 5");
  expect(spaced(spellMoney(550, chosen(), { whole: true }))).toBe("RM 5.50");
});
