import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useCountedPoints } from "./use-counted-points.ts";

/** Whether the user wants less motion. */
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
const counted = (points?: number) =>
  renderHook((props: { points: number | undefined }) => useCountedPoints(props.points), {
    initialProps: { points },
  });

test("the first figure stands at once, and the next is counted up to from there in 900 ms", () => {
  const { result, rerender } = counted();
  expect(result.current).toBeUndefined();
  rerender({ points: 689 });
  expect(result.current).toBe(689);

  rerender({ points: 735 });
  after(300);
  expect(result.current).toBeGreaterThan(689);
  expect(result.current).toBeLessThan(735);
  after(620);
  expect(result.current).toBe(735);
});

test("every figure stands at once where less motion is preferred", () => {
  still = true;
  const { result, rerender } = counted(689);
  rerender({ points: 735 });
  expect(result.current).toBe(735);
});
