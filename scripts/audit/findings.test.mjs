import assert from "node:assert/strict";
import { test } from "node:test";

import { readNpm, readPip } from "./findings.mjs";

const found = (name, severity) => ({ [name]: { name, severity } });

test("of npm's findings, the serious ones count", () => {
  const vulnerabilities = {
    ...found("b", "critical"),
    ...found("a", "high"),
    ...found("c", "moderate"),
  };

  assert.deepEqual(readNpm(JSON.stringify({ vulnerabilities })), {
    findings: ["a: high", "b: critical"],
  });
  assert.deepEqual(readNpm(JSON.stringify({ vulnerabilities: found("c", "low") })), {
    findings: [],
  });
});

test("of pip-audit's findings, all count", () => {
  const sound = { name: "flask", version: "3.1.0", vulns: [] };
  const weak = { name: "jinja2", version: "3.1.0", vulns: [{ id: "PYSEC-1" }, { id: "PYSEC-2" }] };
  const output = (...dependencies) => `Found something\n${JSON.stringify({ dependencies })}\nBye\n`;

  assert.deepEqual(readPip(output(sound)), { findings: [] });
  assert.deepEqual(readPip(output(sound, weak)).findings, [
    "jinja2 3.1.0: PYSEC-1",
    "jinja2 3.1.0: PYSEC-2",
  ]);
});

test("an audit that got no answer is reported: no network, a registry that refuses, a package it does not know", () => {
  assert.equal(readNpm("npm error network").unanswered, "no answer");
  assert.equal(readNpm('{"statusCode":405,"message":"POST https://x"}').unanswered, "status 405");
  assert.equal(readPip("Traceback …").unanswered, "no answer");
  const dependencies = [
    { name: "flask", skip_reason: "not found" },
    { name: "jinja2", vulns: [] },
  ];
  assert.equal(readPip(JSON.stringify({ dependencies })).unanswered, "1 of 2 unknown to it");
});
