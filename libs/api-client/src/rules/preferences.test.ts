import { expect, test } from "vitest";

import cases from "../../cases/preferences.json";
import { DEFAULT_PREFERENCES, PREFERENCE_CHOICES } from "./preferences.ts";

test("a member starts from what the API starts from", () => {
  expect(DEFAULT_PREFERENCES).toEqual(cases.defaults);
});

test("a member may choose what the API takes", () => {
  expect(PREFERENCE_CHOICES).toEqual(cases.choices);
});
