import assert from "node:assert/strict";
import { test } from "node:test";

import { countsOf } from "./totals.mjs";

test("a report is counted by its tests: passed, failed or broken and skipped by name", () => {
  const report = `<testsuites><testsuite name="a" tests="5" failures="1" errors="1" skipped="1">
    <testcase classname="a" name="one" time="0.1"></testcase>
    <testcase classname="a" name="two"><failure message="no"/><failure message="neither"/></testcase>
    <testcase classname="a" name="three"><error message="its setup"/></testcase>
    <testcase name="four" classname="a"><skipped message="curl is not installed"/></testcase>
    <testcase classname="a" name="five"/>
  </testsuite></testsuites>`;

  assert.deepEqual(countsOf(report), { passed: 2, failed: ["two", "three"], skipped: ["four"] });
});
