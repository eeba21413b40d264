import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useCountdown } from "./use-countdown.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("it counts whole seconds down to nothing", () => {
  const { result } = renderHook(useCountdown);
  act(() => result.current.startUntil(Date.now() + 3000));
  expect(result.current.secondsLeft).toBe(3);
  act(() => vi.advanceTimersByTime(1000));
  expect(result.current.secondsLeft).toBe(2);
  act(() => vi.advanceTimersByTime(2000));
  expect(result.current).toMatchObject({ secondsLeft: 0, totalSeconds: 3 });
});

test("a phone that slept shows what is really left", () => {
  const { result } = renderHook(useCountdown);
  act(() => result.current.startUntil(Date.now() + 120_000));
  act(() => {
    vi.setSystemTime(Date.now() + 90_000);
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(result.current.secondsLeft).toBe(30);
});

test("a stopped countdown is gone", () => {
  const { result } = renderHook(useCountdown);
  act(() => result.current.startUntil(Date.now() + 3000));
  act(() => result.current.stop());
  expect(result.current).toMatchObject({ secondsLeft: 0, totalSeconds: 0 });
});
