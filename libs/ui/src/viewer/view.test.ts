import { describe, expect, test } from "vitest";

import { FITTED, inSight, panned, toggled, zoomed } from "./view.ts";

const middle = { x: 0, y: 0 };

describe("the zoom", () => {
  test.each([
    ["in", 1, 1.25, 1.25],
    ["to its most", 2.5, 1.2, 3],
    ["no further", 3, 1.25, 3],
    ["out", 1, 0.8, 0.8],
    ["to its least", 0.6, 0.8, 0.5],
    ["no less", 0.5, 0.5, 0.5],
  ])("goes %s", (_, scale, factor, expected) => {
    expect(zoomed({ scale, x: 0, y: 0 }, factor).scale).toBeCloseTo(expected);
  });

  test("leaves the point under the fingers where it is", () => {
    const at = { x: 100, y: -40 };
    const { scale, x, y } = zoomed({ scale: 1.5, x: 20, y: 10 }, 1.6, at);

    // The picture's own point there, before and after.
    expect((at.x - x) / scale).toBeCloseTo((at.x - 20) / 1.5);
    expect((at.y - y) / scale).toBeCloseTo((at.y - 10) / 1.5);
  });
});

describe("a double tap", () => {
  test.each([
    [1, 2],
    [2, 1],
    [0.5, 2],
    [3, 1],
    [1.01, 1],
  ])("makes %d a %d", (scale, expected) => {
    expect(toggled({ scale, x: 0, y: 0 }, middle).scale).toBe(expected);
  });

  test("back to 1 shows the whole picture in the middle", () => {
    expect(toggled({ scale: 2, x: 70, y: -30 }, { x: 9, y: 9 })).toEqual(FITTED);
  });
});

describe("panning", () => {
  test.each([
    ["moves what is zoomed in", 1.1, 30],
    ["leaves what is not", 1, 0],
    ["leaves what is smaller", 0.5, 0],
  ])("%s", (_, scale, expected) => {
    expect(panned({ scale, x: 0, y: 0 }, { x: 30, y: 0 }).x).toBe(expected);
  });

  test.each([
    ["within its room", 2, 90, 90],
    ["to its edge", 2, 100, 100],
    ["not beyond it", 2, 101, 100],
    ["back to the middle when it fits", 1, 40, 0],
  ])("keeps the picture in sight: %s", (_, scale, x, expected) => {
    const stage = { width: 400, height: 800 };
    expect(inSight({ scale, x, y: 0 }, { width: 300, height: 600 }, stage).x).toBe(expected);
  });
});
