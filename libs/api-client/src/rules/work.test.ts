import { describe, expect, test } from "vitest";

import cases from "../../cases/work.json" with { type: "json" };
import { solveWork } from "./work.ts";

describe("the puzzle of a house that is being guessed at", () => {
  test.each(cases.filter(({ smallest }) => smallest))("$why", async ({ puzzle, bits, answer }) => {
    expect(await solveWork(puzzle, bits)).toBe(answer);
  });
});
