import { expect, test } from "vitest";

import { lastPhoneNumber, rememberPhoneNumber } from "./last-phone-number.ts";

test("without an earlier sign-in the field is empty and Malaysian", () => {
  expect(lastPhoneNumber()).toEqual({ callingCode: "60", mobileNumber: "" });
});

test("a Malaysian number is kept as its bare digits", () => {
  rememberPhoneNumber({ callingCode: "60", mobileNumber: "123456789" });
  expect(localStorage.getItem("lastPhoneNumber")).toBe("123456789");
  expect(lastPhoneNumber()).toEqual({ callingCode: "60", mobileNumber: "123456789" });
});

test("a foreign number comes back with its calling code", () => {
  rememberPhoneNumber({ callingCode: "65", mobileNumber: "81234567" });
  expect(lastPhoneNumber()).toEqual({ callingCode: "65", mobileNumber: "81234567" });
});
