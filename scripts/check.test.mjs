import assert from "node:assert/strict";
import { test } from "node:test";

import { root, run } from "./lib/processes.mjs";

test("the one look at the types looks at every file, once", async () => {
  const { output: looked } = await run(["tsc", "-p", "tsconfig.check.json", "--listFilesOnly"]);
  const { output: written } = await run(["git", "ls-files", "*.ts", "*.tsx"]);
  const seen = new Set(looked.split("\n").map((file) => file.replace(root, "")));
  // The bench measures against a small site that has types of its own.
  const unseen = written.split("\n").filter((file) => file && !file.includes("bench/hello/"));

  assert.ok(unseen.length > 500);
  assert.deepEqual(
    unseen.filter((file) => !seen.has(file)),
    [],
  );
});
