/** What is installed is what was reviewed: the lock files name each package's content, and no registry. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { root } from "./lib/processes.mjs";

const read = (path) => readFileSync(`${root}${path}`, "utf8");

test("every Node package is locked by its content, and not to an address", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );

  assert.ok(foreign.length > 100);
  for (const [path, { integrity, resolved }] of foreign) {
    assert.match(integrity ?? "", /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
});

test("every Python package is locked to one version and its contents, and not to an address", () => {
  const lock = read("apps/api/requirements.lock");
  const packages = lock.replaceAll("\\\n", " ").trim().split("\n");

  assert.ok(packages.length > 20);
  for (const line of packages)
    assert.match(line, /^[\w.[\]-]+==\S+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+\s*$/);
});

test("a script that a package runs when it is installed is one of those we know", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const scripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);

  assert.deepEqual(scripts, ["node_modules/esbuild", "node_modules/msw", "node_modules/nx"]);
});

test("every action of the workflows is one commit, with the version it is", () => {
  const workflows = readdirSync(`${root}.github/workflows`);
  const uses = workflows.flatMap((file) =>
    [...read(`.github/workflows/${file}`).matchAll(/uses: (.+)$/gm)].map(([, action]) => action),
  );

  assert.ok(uses.length > 5);
  for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
