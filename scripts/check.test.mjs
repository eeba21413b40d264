import assert from "node:assert/strict";
import { test } from "node:test";

import { root, run } from "./lib/processes.mjs";

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
