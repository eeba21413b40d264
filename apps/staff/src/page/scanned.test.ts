import { expect, test } from "vitest";

import { readScanned } from "./scanned.ts";

const CODES = ["60", "65", "1", "44", "66"];

test.each([
  ["012-345 6789", { callingCode: "60", mobileNumber: "123456789" }],
  ["+60 12-345 6789", { callingCode: "60", mobileNumber: "123456789" }],
  ["+65 9123 4567", { callingCode: "65", mobileNumber: "91234567" }],
  ["0065 9123 4567", { callingCode: "65", mobileNumber: "91234567" }],
  ["+1 (415) 555-2671", { callingCode: "1", mobileNumber: "4155552671" }],
  ["+66 81 234 5678", { callingCode: "66", mobileNumber: "812345678" }],
])("%s is a number", (typed, number) => {
  expect(readScanned(typed, CODES)).toEqual({ kind: "number", ...number });
});

test.each(["+65 1123 4567", "+999 123 4567", "9123 4567", "hello"])("%s is none", (typed) => {
  expect(readScanned(typed, CODES)).toBeNull();
});

test("before the calling codes are there a Malaysian number is read, with its code or without", () => {
  const number = { kind: "number", callingCode: "60", mobileNumber: "123456789" };
  expect(readScanned("+60123456789")).toEqual(number);
  expect(readScanned("0123456789")).toEqual(number);
  expect(readScanned("+6591234567")).toBeNull();
});
