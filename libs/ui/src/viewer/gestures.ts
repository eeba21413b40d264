import type { Point } from "./view.ts";

/** What fingers, or a mouse, did on the stage since they were last asked about. */
export type Gesture =
  | { kind: "pan"; by: Point }
  | { kind: "pinch"; factor: number; at: Point; by: Point }
  | { kind: "tap"; at: Point }
  | { kind: "double-tap"; at: Point };

/** A pointer at a place of the stage, at a moment in ms. */
export interface Touch extends Point {
  id: number;
  time: number;
}

/** Two taps this near in time and place are one double tap. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 32;
/** A finger is never quite still: less than this is a tap, not a pan. */
const STILL_PX = 8;

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const between = (one: Point, other: Point) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
const step = (from: Point, to: Point) => ({ x: to.x - from.x, y: to.y - from.y });

/** Reads the pointers on the stage: one pans or taps, two pinch. */
export function gestureReader() {
  const down = new Map<number, Touch>();
  let start: Touch | null = null;
  let lastTap: Touch | null = null;

  return {
    press(touch: Touch): void {
      down.set(touch.id, touch);
      start = down.size === 1 ? touch : null;
    },

    move(touch: Touch): Gesture | null {
      const before = down.get(touch.id);
      if (!before) return null;
      const other = [...down.values()].find(({ id }) => id !== touch.id);
      if (!other && start && distance(start, touch) < STILL_PX) return null;
      start = null;
      down.set(touch.id, touch);
      if (!other) return { kind: "pan", by: step(before, touch) };
      return {
        kind: "pinch",
        factor: distance(touch, other) / Math.max(1, distance(before, other)),
        at: between(touch, other),
        by: step(between(before, other), between(touch, other)),
      };
    },

    lift(touch: Touch): Gesture | null {
      const tapped = down.delete(touch.id) && start !== null;
      start = null;
      if (!tapped) return null;
      const at = { x: touch.x, y: touch.y };
      const first = lastTap;
      const isSecond =
        first !== null &&
        touch.time - first.time <= DOUBLE_TAP_MS &&
        distance(first, touch) <= DOUBLE_TAP_PX;
      lastTap = isSecond ? null : touch;
      return { kind: isSecond ? "double-tap" : "tap", at };
    },

    /** The browser took the pointer away. */
    forget(id: number): void {
      down.delete(id);
      start = null;
    },
  };
}
