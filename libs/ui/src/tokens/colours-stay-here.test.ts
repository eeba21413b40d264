import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const src = join(import.meta.dirname, "..");
const COLOUR =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|hwb)\(/gi;

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(?<![:"'])\/\/.*$/gm, "");
}

/** Drawn pictures keep their paint in every brand and scheme. */
function isPicture(path: string): boolean {
  return /(^|\/)art\//.test(path);
}

test("no file outside tokens/ names a colour of its own", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(css|tsx?)$/.test(path) && !path.includes(".test."))
    .filter((path) => !path.startsWith("tokens/") && !isPicture(path));

  const offenders = files.flatMap((path) => {
    const code = withoutComments(readFileSync(join(src, path), "utf8"));
    return (code.match(COLOUR) ?? []).map((colour) => `${path}: ${colour}`);
  });

  expect(files.length).toBeGreaterThan(10);
  expect(offenders).toEqual([]);
});
