import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { changesOf } from "./package/archive.mjs";
import { changelogWith } from "./release.mjs";

const root = new URL("../", import.meta.url).pathname;
const copy = mkdtempSync(join(tmpdir(), "release-"));
after(() => rmSync(copy, { recursive: true }));

function release(...words) {
  for (const file of [
    "scripts",
    "package-lock.json",
    "pyproject.toml",
    "apps/site/package.json",
    "apps/mini/package.json",
    "apps/staff/package.json",
  ]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  writeFileSync(
    join(copy, "CHANGELOG.md"),
    "# Changes\n\n## Unreleased\n\n### API\n\n- a\n\n### Site\n\n- s\n",
  );
  return spawnSync(process.execPath, [join(copy, "scripts/release.mjs"), ...words], {
    encoding: "utf8",
  });
}
const read = (file) => readFileSync(join(copy, file), "utf8");
const lockOf = () => JSON.parse(read("package-lock.json")).packages;

for (const [app, file] of [
  ["site", "apps/site/package.json"],
  ["api", "pyproject.toml"],
])
  test(`one command raises the version of ${app} everywhere and prints what to type next`, () => {
    const { status, stdout } = release(app, "91.2.0");

    assert.equal(status, 0, stdout);
    assert.match(read(file), /^ *"?version"?(: | = )"91\.2\.0"/m);
    assert.equal(lockOf()["apps/site"].version === "91.2.0", app === "site");
    assert.notEqual(lockOf()["apps/mini"].version, "91.2.0");
    assert.match(stdout, new RegExp(`git tag ${app}-v91\\.2\\.0 && git push`));
  });

test("the changes of the app go under its version, those of the others wait", () => {
  const before =
    "# Changelog\n\nWords.\n\n## Unreleased\n\n### API\n\n- a\n\n### Deployment\n\n- d\n\n### Site\n\n- s\n";
  const released = changelogWith(before, "site", "0.2.0", "2026-11-23");

  assert.equal(
    released,
    "# Changelog\n\nWords.\n\n## Unreleased\n\n### API\n\n- a\n\n## Site 0.2.0, 2026-11-23\n\n### Deployment\n\n- d\n\n### Site\n\n- s\n",
  );
  assert.match(
    changesOf(released, "Site"),
    /## Site 0\.2\.0, 2026-11-23\n\n### Deployment\n\n- d\n\n### Site\n\n- s/,
  );
  // Whom a release concerns is written in its notes: the other packages have them too.
  assert.match(
    changesOf(released, "API"),
    /## Site 0\.2\.0, 2026-11-23\n\n### Deployment\n\n- d\n$/,
  );
  assert.throws(() => changelogWith(released, "site", "0.3.0", "2026-11-24"), /nothing of Site/);
});

test("a version that is not newer, and an app that is none, are refused", () => {
  assert.match(release("site", "0.0.1").stdout, /has version .* already/);
  assert.match(release("bistro", "1.0.0").stdout, /Which app\? site, mini, staff, api/);
  assert.match(release("api", "next").stdout, /Which version\?/);
});
