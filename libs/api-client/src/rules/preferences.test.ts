import { expect, test } from "vitest";

import cases from "../../cases/preferences.json";
import { DEFAULT_PREFERENCES, keptSection, PREFERENCE_CHOICES } from "./preferences.ts";

test("a member starts from what the API starts from", () => {
  expect(DEFAULT_PREFERENCES).toEqual(cases.defaults);
});

test("a member may choose what the API takes", () => {
  expect(PREFERENCE_CHOICES).toEqual(cases.choices);
});

test("what a browser kept is read whole, the rest as it comes", () => {
  expect(keptSection("language", '{"timeFormat":"12","unknown":1}')).toEqual({
    ...DEFAULT_PREFERENCES.language,
    timeFormat: "12",
  });
});

test.each([
  "",
  "null",
  "[]",
  '"12"',
  "{",
  '{"pushEnabled":"yes"}',
  '{"notificationFrequency":"hourly"}',
  '{"quietHoursStart":"24:00"}',
])("what is no kept preference is none: %s", (text) => {
  expect(keptSection("notifications", text)).toBeNull();
});
