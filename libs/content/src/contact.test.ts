import { expect, test } from "vitest";

import { formatPhoneNumber } from "./contact.ts";

test.each([
  ["60", "123456789", "+60 12-345 6789"],
  ["60", "1112345678", "+60 11-1234 5678"],
  ["60", "12345678", "+60 12345678"],
  ["60", "12345678901", "+60 12345678901"],
  ["65", "91234567", "+65 91234567"],
  ["65", "123456789", "+65 123456789"],
  ["60", "", ""],
])("+%s %s is read as %s", (callingCode, mobileNumber, written) => {
  expect(formatPhoneNumber(callingCode, mobileNumber)).toBe(written);
});
