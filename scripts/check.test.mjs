import assert from "node:assert/strict";
import { test } from "node:test";

import { root, run } from "./lib/processes.mjs";

test("kept results of tests depend on the files of other projects that the tests read", async () => {
  for (const file of [
    "apps/mini/src/app/arrival.module.css",
    "apps/site/src/root.tsx",
    "apps/staff/src/main.tsx",
    "apps/api/src/loyalty/features/rewards/programme.yaml",
    "libs/api-client/cases/outlets.json",
  ]) {
    const { output } = await run(["nx", "show", "target", "ui:test", "inputs", "--check", file]);
    assert.match(output, /is an input for ui:test/, file);
  }
});

test("the type check reads every file", async () => {
  const { output: listed } = await run(["tsc", "-p", "tsconfig.check.json", "--listFilesOnly"]);
  const { output: tracked } = await run(["git", "ls-files", "*.ts", "*.tsx"]);
  const seen = new Set(listed.split("\n").map((file) => file.replace(root, "")));
  const unseen = tracked.split("\n").filter(Boolean);

  assert.ok(unseen.length > 200);
  assert.deepEqual(
    unseen.filter((file) => !seen.has(file)),
    [],
  );
});
