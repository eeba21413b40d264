import { expect, test } from "vitest";

import { readMember, readScanned, scannedBehind } from "./scanned.ts";

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

const number = { callingCode: "60", mobileNumber: "123456789" };
test.each([
  ["1", { memberId: 1 }],
  ["12345678", { memberId: 12_345_678 }],
  ["234567890", { memberId: 234_567_890 }],
  ["123456789", number],
  ["012-345 6789", number],
  ["60123456789", number],
  ["+60 12-345 6789", number],
  ["+65 9123 4567", { callingCode: "65", mobileNumber: "91234567" }],
  [" dcqp7vvk3d4m ", { code: "DCQP-7VVK-3D4M" }],
])("in the office %s names a member", (typed, how) => {
  expect(readMember(typed, CODES)).toEqual(how);
});

test.each(["0", "012 345", "DCQP-7VVK", "+999 123 4567", "Aisyah", "LV1:ABC"])(
  "in the office %s names nobody",
  (typed) => {
    expect(readMember(typed, CODES)).toBeNull();
  },
);

test.each([
  ["DCQP-7VVK-3D4M", { kind: "card", code: "DCQP-7VVK-3D4M" }],
  ["dcqp 7vvk 3d44", { kind: "voucher", code: "DCQP-7VVK-3D44" }],
  ["60162345678", { kind: "number", callingCode: "60", mobileNumber: "162345678" }],
  ["LV1:ABC", { kind: "signed", text: "LV1:ABC" }],
])("%s is read", (typed, scanned) => {
  expect(readScanned(typed)).toEqual(scanned);
});

// The last one is the example in what the staff read: nobody ever has it.
test.each(["DCQP-7VVK-3D4N", "DCQP-7VKV-3D4M", "DCQP-7VVK-3D4", "CDFG-HJKM-NPQR"])(
  "%s is a mistyped code, and none",
  (typed) => {
    expect(readScanned(typed)).toBeNull();
    expect(readMember(typed, CODES)).toBeNull();
  },
);

test.each([
  ["DCQP-7VVK-3D4M", "DCQP-7VVK-3D4M"],
  ["4590dcqp7vvk3d4m", "dcqp7vvk3d4m"],
  ["45LV1:R70 0", "LV1:R70 0"],
  ["4590", null],
  ["0171234567", null],
  ["R-DCQP-7VVK-3D4N", null],
])("a scanner typed behind %s: %s", (typed, text) => {
  expect(scannedBehind(typed)).toBe(text);
});
