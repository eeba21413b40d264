import { useTemporaryMessage } from "@loyalty/ui/form";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { lastPhoneNumber, rememberPhoneNumber } from "./use-code-request.ts";

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

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a banner disappears after 5 s and not before", () => {
  const { result } = renderHook(() => useTemporaryMessage());
  act(() => result.current.show("Failed"));
  act(() => vi.advanceTimersByTime(4999));
  expect(result.current.message).toBe("Failed");
  act(() => vi.advanceTimersByTime(1));
  expect(result.current.message).toBeNull();
});

test("the same message shown again stays its whole time", () => {
  const { result } = renderHook(() => useTemporaryMessage());
  act(() => result.current.show("Failed"));
  act(() => vi.advanceTimersByTime(4000));
  act(() => result.current.show("Failed"));
  act(() => vi.advanceTimersByTime(4000));
  expect(result.current.message).toBe("Failed");
});
