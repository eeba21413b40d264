/** The style sheets of all projects: colours are tokens, and every variable that is read is set somewhere. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";

import { root } from "./lib/processes.mjs";

const COLOUR =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|hwb)\(/gi;

const projects = ["apps", "libs"].flatMap((group) =>
  readdirSync(`${root}${group}`).map((name) => `${group}/${name}/src`),
);
const files = projects
  .flatMap((folder) => {
    try {
      return readdirSync(`${root}${folder}`, { recursive: true }).map(
        (file) => `${folder}/${file}`,
      );
    } catch {
      return [];
    }
  })
  .filter((path) => /\.(css|tsx?)$/.test(path) && !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

test("no style sheet outside libs/ui/src/tokens names a colour of its own", () => {
  const sheets = files.filter(
    ({ path }) => path.endsWith(".css") && !path.startsWith("libs/ui/src/tokens/"),
  );
  const offenders = sheets.flatMap(({ path, text }) => {
    const found = text.replace(/\/\*[\s\S]*?\*\//g, "").match(COLOUR) ?? [];
    return found.map((colour) => `${path}: ${colour}`);
  });
  assert.ok(sheets.length > 50);
  assert.deepEqual(offenders, []);
});

test("every variable that a style sheet reads is set somewhere: one that is not has no effect", () => {
  const set = new Set(files.flatMap(({ text }) => text.match(/--[\w-]+(?="?\]?\s*:|")/g) ?? []));
  const unset = files.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name]) => !set.has(name))
      .map(([, name]) => `${path}: ${name}`),
  );
  assert.ok(set.size > 100);
  assert.deepEqual(unset, []);
});

test("no two modules have one name: the site calls a class by its module and its own name", () => {
  const names = files
    .map(({ path }) => basename(path))
    .filter((name) => name.endsWith(".module.css"));
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});
