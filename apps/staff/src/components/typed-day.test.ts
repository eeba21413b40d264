import { i18n } from "@loyalty/ui/i18n";
import { LANGUAGES } from "@loyalty/ui/languages";
import { afterEach, expect, test } from "vitest";

import { readDay, readMoment, writtenDay, writtenMoment } from "./typed-day.ts";

afterEach(() => i18n.changeLanguage("en"));

test.each([
  ["2026-11-27", "2026-11-27"],
  ["27/11/2026", "2026-11-27"],
  [" 7.1.2026 ", "2026-01-07"],
  ["27 Nov 2026", "2026-11-27"],
  ["27 november 2026", "2026-11-27"],
  ["1 Sep 2026", "2026-09-01"],
  ["12/11/2026", "2026-11-12"],
  ["11/27/2026", null],
  ["29/2/2027", null],
  ["27 Nov", null],
  ["27/11/26", null],
  ["tomorrow", null],
])("%s is read as %s", (typed, day) => {
  expect(readDay(typed)).toBe(day);
});

test.each([
  ["2026-11-27T19:34", "2026-11-27T19:34"],
  ["27 Nov 2026, 7:34 PM", "2026-11-27T19:34"],
  ["27/11/2026 12:05 am", "2026-11-27T00:05"],
  ["27/11/2026 24:00", null],
  ["27/11/2026 7:34 xm", null],
  ["27/11/2026", null],
])("%s is read as the moment %s", (typed, moment) => {
  expect(readMoment(typed)).toBe(moment);
});

test.each(LANGUAGES.map(({ code }) => code))("what is written in %s is read", async (language) => {
  await i18n.changeLanguage(language);
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, "0")}-09`;
    expect(readDay(writtenDay(day)), writtenDay(day)).toBe(day);
    for (const clock of ["00:05", "07:34", "12:00", "19:34"]) {
      const moment = `${day}T${clock}`;
      expect(readMoment(writtenMoment(moment)), writtenMoment(moment)).toBe(moment);
    }
  }
});
