import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const SOURCES = ["apps/mini/src", "apps/site/src", "apps/staff/src", "libs/ui/src"];

test("every variable that a stylesheet reads is set somewhere: one that is not has no effect", () => {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(css|tsx?)$/.test(path) && !path.includes(".test."))
      .map((path) => ({ path, text: readFileSync(join(root, folder, path), "utf8") })),
  );
  const set = new Set(files.flatMap(({ text }) => text.match(/--[\w-]+(?="?\]?\s*:|")/g) ?? []));
  const unset = files.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name]) => !set.has(name!))
      .map(([, name]) => `${path}: ${name}`),
  );

  expect(set.size).toBeGreaterThan(100);
  expect(unset).toEqual([]);
});
