import assert from "node:assert/strict";
import { test } from "node:test";
import { closingOf, flakyOf, lastLine, skippedOf, sum, tasksOf } from "./totals.mjs";

test("pytest's closing line is read, errors as failures", () => {
  const output =
    "apps/api/tests/x.py ....s [100%]\n2 failed, 412 passed, 3 skipped, 1 error in 61.20s (0:01:01)\n";
  assert.deepEqual(closingOf("pytest", output), {
    own: "2 failed, 412 passed, 3 skipped, 1 error in 61.20s (0:01:01)",
    totals: { passed: 412, failed: 3, skipped: 3 },
  });
});

test("vitest's tests are counted, not its files", () => {
  const output = [
    " Test Files  1 failed | 4 passed (5)",
    "      Tests  1 failed | 12 passed | 2 skipped (15)",
    "   Duration  2.10s",
  ].join("\n");
  assert.deepEqual(closingOf("vitest", output).totals, { passed: 12, failed: 1, skipped: 2 });
});

test("tests that passed only the second time are named", () => {
  const output =
    "  1 flaky\n    [phone] › e2e/a.spec.ts:3:1 › carries the path ─────\n  14 passed (31.4s)\n";
  assert.deepEqual(flakyOf(output), ["[phone] › e2e/a.spec.ts:3:1 › carries the path"]);
  assert.deepEqual(closingOf("playwright", output).totals, { passed: 15, failed: 0, skipped: 0 });
  assert.deepEqual(flakyOf("  14 passed (31.4s)\n"), []);
});

test("Playwright's lines are read together", () => {
  const output =
    "\n  1 failed\n    [phone] › e2e/a.spec.ts:3:1 › carries the path\n  2 skipped\n  1 did not run\n  14 passed (31.4s)\n";
  assert.deepEqual(closingOf("playwright", output), {
    own: "1 failed, 2 skipped, 1 did not run, 14 passed (31.4s)",
    totals: { passed: 14, failed: 1, skipped: 3 },
  });
});

test("node's own runner is read", () => {
  const output = "ℹ tests 5\nℹ pass 4\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n";
  assert.deepEqual(closingOf("node", output).totals, { passed: 4, failed: 1, skipped: 0 });
});

test("what was skipped is named in the runner's words", () => {
  const pytest = "SKIPPED [1] apps/api/tests/x.py:12: no server\n1 passed, 1 skipped in 0.1s\n";
  const node = "✔ one (0.1ms)\n﹣ two (0.1ms) # curl is not installed\n";
  const playwright =
    "  ✓  1 [desktop] › a.spec.ts:3:1 › x (1s)\n  -  2 [desktop] › b.spec.ts:4:1 › brotli\n";
  assert.deepEqual(skippedOf("pytest", pytest), ["apps/api/tests/x.py:12: no server"]);
  assert.deepEqual(skippedOf("node", node), ["two (0.1ms) # curl is not installed"]);
  assert.deepEqual(skippedOf("playwright", playwright), ["[desktop] › b.spec.ts:4:1 › brotli"]);
  assert.deepEqual(skippedOf("vitest", "      Tests  1 passed | 1 skipped (2)"), []);
});

test("a runner that broke off has no closing line", () => {
  assert.equal(closingOf("pytest", "ERROR: file or directory not found\n"), null);
});

test("numbers in a test's own words are not taken for totals", () => {
  const output = "  ✓ says that 3 failed attempts are counted\n      Tests  1 passed (1)\n";
  assert.deepEqual(closingOf("vitest", output).totals, { passed: 1, failed: 0, skipped: 0 });
});

test("the output of Nx is cut into its tasks, colours and cache notes apart", () => {
  const output = [
    "",
    "> nx run api:test  [local cache]",
    "",
    "5 passed in 0.10s",
    "\u001b[2m> \u001b[22mnx run ui:test",
    "      Tests  2 passed (2)",
  ].join("\n");
  const tasks = tasksOf(output);
  assert.deepEqual([...tasks.keys()], ["api:test", "ui:test"]);
  assert.equal(closingOf("pytest", tasks.get("api:test")).totals.passed, 5);
});

test("the last line is plain", () => {
  const total = sum([
    { passed: 5, failed: 0, skipped: 1 },
    { passed: 2, failed: 1, skipped: 0 },
  ]);
  assert.equal(lastLine(total), "7 passed, 1 failed, 1 skipped");
});
