import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { pictures } from "../../scripts/art/draw.mjs";
import { rewardDrawing } from "./programme.ts";

const programme = readFileSync(
  join(import.meta.dirname, "../../../../apps/api/src/loyalty/features/rewards/programme.yaml"),
  "utf8",
);

test("every dish that points buy in a new programme is drawn", () => {
  const dishes = programme
    .split("\n  - {")
    .filter((one) => /kind: (points|birthday)/.test(one))
    .map((one) => /title: "?([^\n"]*?)"?,\n/.exec(one)![1]!);

  expect(dishes).toHaveLength(6);
  for (const dish of dishes) expect(rewardDrawing(dish), dish).toBeDefined();
});

test("a reward nobody has drawn has no drawing", () => {
  expect(rewardDrawing("RM 5 welcome voucher")).toBeUndefined();
});

const art = join(import.meta.dirname, "../art");

test("the pictures in the tree are what the recipes draw", () => {
  const drawn: Record<string, string> = pictures();

  const files = ["dishes", "scenes"].flatMap((folder) =>
    readdirSync(join(art, folder)).map((file) => `${folder}/${file}`),
  );
  expect(files.sort()).toEqual(Object.keys(drawn).sort());
  for (const [name, svg] of Object.entries(drawn)) {
    expect(readFileSync(join(art, name), "utf8"), name).toBe(svg);
  }
});

test("no picture holds words, scripts or styles: they are for every language and every content policy", () => {
  for (const [name, svg] of Object.entries(pictures())) {
    expect(svg, name).not.toMatch(
      /<text|<script|<style|style=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    );
  }
});
