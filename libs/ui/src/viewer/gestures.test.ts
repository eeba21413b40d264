import { describe, expect, test } from "vitest";

import { gestureReader } from "./gestures.ts";

const touch = (x: number, y = 0, time = 0, id = 1) => ({ id, x, y, time });

function tapAt(reader: ReturnType<typeof gestureReader>, x: number, time: number) {
  reader.press(touch(x, 0, time));
  return reader.lift(touch(x, 0, time));
}

describe("two taps", () => {
  test.each([
    ["near in time and place are one double tap", 32, 300, "double-tap"],
    ["too far apart are two", 33, 100, "tap"],
    ["too late are two", 0, 301, "tap"],
  ])("%s", (_, x, time, kind) => {
    const reader = gestureReader();
    expect(tapAt(reader, 0, 0)?.kind).toBe("tap");
    expect(tapAt(reader, x, time)?.kind).toBe(kind);
  });

  test("and a third do not make a second double tap", () => {
    const reader = gestureReader();
    tapAt(reader, 0, 0);
    tapAt(reader, 0, 100);
    expect(tapAt(reader, 0, 200)?.kind).toBe("tap");
  });
});

describe("one finger", () => {
  test("pans by what it moved", () => {
    const reader = gestureReader();
    reader.press(touch(0));
    expect(reader.move(touch(20, 5))).toEqual({ kind: "pan", by: { x: 20, y: 5 } });
    expect(reader.move(touch(30, 5))).toEqual({ kind: "pan", by: { x: 10, y: 0 } });
    expect(reader.lift(touch(30, 5))).toBeNull();
  });

  test("that trembles still taps", () => {
    const reader = gestureReader();
    reader.press(touch(0));
    expect(reader.move(touch(7))).toBeNull();
    expect(reader.lift(touch(7))?.kind).toBe("tap");
  });

  test("that was not pressed here does nothing", () => {
    const reader = gestureReader();
    expect(reader.move(touch(50))).toBeNull();
    expect(reader.lift(touch(50))).toBeNull();
  });
});

describe("two fingers", () => {
  test("pinch about the point between them, and pan with it", () => {
    const reader = gestureReader();
    reader.press(touch(-50));
    reader.press(touch(50, 0, 0, 2));

    expect(reader.move(touch(150, 0, 0, 2))).toEqual({
      kind: "pinch",
      factor: 2,
      at: { x: 50, y: 0 },
      by: { x: 50, y: 0 },
    });
  });

  test("are no tap, whichever is lifted first", () => {
    const reader = gestureReader();
    reader.press(touch(0));
    reader.press(touch(50, 0, 0, 2));
    expect(reader.lift(touch(0))).toBeNull();
    expect(reader.lift(touch(50, 0, 0, 2))).toBeNull();
  });

  test("of which the browser took one: the other pans", () => {
    const reader = gestureReader();
    reader.press(touch(0));
    reader.press(touch(50, 0, 0, 2));
    reader.forget(2);
    expect(reader.move(touch(20))?.kind).toBe("pan");
  });
});
