import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useCountUp } from "./member-card.tsx";

/** Whether the reader wants less motion. */
let still = false;

beforeEach(() => {
  still = false;
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("runs up to its number within 420 ms, and to the next one from there", () => {
  const { result, rerender } = renderHook(({ points }) => useCountUp(points), {
    initialProps: { points: 689 },
  });
  expect(result.current).toBe(0);
  after(200);
  expect(result.current).toBeGreaterThan(0);
  expect(result.current).toBeLessThan(689);
  after(240);
  expect(result.current).toBe(689);

  rerender({ points: 735 });
  after(100);
  expect(result.current).toBeGreaterThan(689);
  after(400);
  expect(result.current).toBe(735);
});

test("shows the final number at once where less motion is preferred", () => {
  still = true;
  const { result, rerender } = renderHook(({ points }) => useCountUp(points), {
    initialProps: { points: 689 },
  });
  expect(result.current).toBe(689);

  rerender({ points: 735 });
  expect(result.current).toBe(735);
});
