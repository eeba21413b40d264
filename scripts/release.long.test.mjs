/** `nx release` in a repository of its own: versions, notes, one commit and a tag for each app. */

import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { mustRun, root, run } from "./lib/processes.mjs";

const copy = mkdtempSync(join(tmpdir(), "release-"));
after(() => rmSync(copy, { recursive: true }));

const read = (file) => readFileSync(join(copy, file), "utf8");
const git = (...words) => mustRun(["git", ...words], `git ${words[0]} failed`, { cwd: copy });
const release = (...words) =>
  run(["nx", "release", "--skip-publish", ...words], { cwd: copy, env: { NX_DAEMON: "false" } });
const versions = () =>
  [
    "apps/site/package.json",
    "apps/mini/package.json",
    "apps/staff/package.json",
    "pyproject.toml",
  ].map((file) => /^ *"?version"?(?:: | = )"(.+)"/m.exec(read(file))[1]);

async function prepare() {
  const listed = await mustRun(["git", "ls-files"], "The files could not be listed.");
  const needed =
    /^scripts\/|(project|package)\.json$|^(nx\.json|package-lock\.json|pyproject\.toml|\.gitignore|tsconfig\.base\.json)$/;
  for (const file of listed
    .trim()
    .split("\n")
    .filter((each) => needed.test(each))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(
    join(copy, "CHANGELOG.md"),
    "# Changelog\n\n## Unreleased\n\n### Site\n\n- s\n\n### Mini-program\n\n- m\n\n### Staff app\n\n- t\n\n" +
      "### API\n\n- a\n\n### Deployment\n\n- d\n",
  );
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "release");
  await git("config", "user.email", "release@example.com");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=begin");
}

test("all apps are released first, one of them afterwards", async () => {
  await prepare();

  const first = await release("91.1.0", "--first-release");
  assert.equal(first.code, 0, first.output);
  assert.deepEqual(versions(), ["91.1.0", "91.1.0", "91.1.0", "91.1.0"]);
  assert.match(
    read("CHANGELOG.md"),
    /^# Changelog\n\n## Unreleased\n\n## Site, Mini-program, Staff app, API 91\.1\.0, [\d-]+\n\n### Site\n(.|\n)*### Deployment\n\n- d\n$/,
  );

  const again = await release("91.1.1", "--projects=api");
  assert.notEqual(again.code, 0);
  assert.match(again.output, /nothing of API under "Unreleased"/);
  const notes = read("CHANGELOG.md").replace(
    "## Unreleased\n",
    "## Unreleased\n\n### API\n\n- b\n",
  );
  writeFileSync(join(copy, "CHANGELOG.md"), notes);
  await git("commit", "--quiet", "--all", "--message=fix(api): b");
  const second = await release("patch", "--projects=api");

  assert.equal(second.code, 0, second.output);
  assert.deepEqual(versions(), ["91.1.0", "91.1.0", "91.1.0", "91.1.1"]);
  assert.match(read("CHANGELOG.md"), /## API 91\.1\.1, [\d-]+\n\n### API\n\n- b\n\n## Site, Mini/);
  assert.equal(JSON.parse(read("package-lock.json")).packages["apps/staff"].version, "91.1.0");
  assert.deepEqual((await git("tag")).trim().split("\n"), [
    "api-v91.1.0",
    "api-v91.1.1",
    "mini-v91.1.0",
    "site-v91.1.0",
    "staff-v91.1.0",
  ]);
  assert.equal(await git("status", "--short"), "");
  assert.equal((await git("log", "--format=%s")).trim().split("\n").length, 4);
});
