/** The API's package as a host without internet installs it. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { root } from "../lib/processes.mjs";

const packages = join(root, "apps/api/package");
const packed = existsSync(packages) && readdirSync(packages).find((one) => one.endsWith(".gz"));

test("the API is installed without a package index, and starts", (t) => {
  if (!packed) return t.skip("nothing is packed: npx nx package api");
  const place = mkdtempSync(join(tmpdir(), "install-api-"));
  const env = {
    PATH: process.env.PATH,
    HOME: place,
    PYTHON: join(root, ".venv/bin/python"),
    PIP_NO_INDEX: "1",
    PIP_CONFIG_FILE: "/dev/null",
  };
  const typed = (program, ...words) => {
    const { status, stdout, stderr } = spawnSync(program, words, { env, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  };
  try {
    typed("tar", "xf", join(packages, packed), "-C", place);
    const release = join(place, packed.replace(".tar.gz", ""), "release.sh");
    typed(release, "install", join(place, "api"));

    assert.ok(existsSync(join(place, "api/current/prometheus/alerts.yml")));
    assert.match(
      readFileSync(join(place, "api/current/CHANGELOG.md"), "utf8"),
      /^### Deployment$/m,
      "what operators do at this release",
    );
    const flask = join(place, "api/current/bin/flask");
    assert.match(typed(flask, "--app", "loyalty", "routes"), /\/healthz/);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
