import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";

import { useHoursInWords } from "./hours-in-words.ts";
import { WEEKDAYS, type Hours, type Week } from "./opening-hours.ts";

const everyDay = (...hours: Hours[]): Week =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, hours])) as unknown as Week;
const LUNCH = { opens: "11:00", closes: "15:00" };
const DINNER = { opens: "18:00", closes: "00:00" };

test.each([
  ["the same pair", everyDay({ opens: "10:00", closes: "22:00" }), ["10:00 AM - 10:00 PM daily"]],
  ["two pairs", everyDay(LUNCH, DINNER), ["Mon - Sun: 11:00 AM - 3:00 PM, 6:00 PM - 12:00 AM"]],
  [
    "days of their own",
    { ...everyDay(LUNCH), monday: [], thursday: [DINNER] },
    [
      "Mon: Closed",
      "Tue - Wed: 11:00 AM - 3:00 PM",
      "Thu: 6:00 PM - 12:00 AM",
      "Fri - Sun: 11:00 AM - 3:00 PM",
    ],
  ],
])("an outlet that is open with %s says so", (_, week, lines) => {
  const { result } = renderHook(useHoursInWords);
  expect(result.current(week)).toEqual(lines);
});
