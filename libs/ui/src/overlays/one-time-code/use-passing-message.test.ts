import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { usePassingMessage } from "./use-passing-message.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a banner disappears after 5 s and not before", () => {
  const { result } = renderHook(() => usePassingMessage());
  act(() => result.current.say("Failed"));
  act(() => vi.advanceTimersByTime(4999));
  expect(result.current.message).toBe("Failed");
  act(() => vi.advanceTimersByTime(1));
  expect(result.current.message).toBeNull();
});

test("the same message said again stays its whole time", () => {
  const { result } = renderHook(() => usePassingMessage());
  act(() => result.current.say("Failed"));
  act(() => vi.advanceTimersByTime(4000));
  act(() => result.current.say("Failed"));
  act(() => vi.advanceTimersByTime(4000));
  expect(result.current.message).toBe("Failed");
});
