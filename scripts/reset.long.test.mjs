import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";

const root = new URL("../", import.meta.url).pathname;
const copy = mkdtempSync(join(tmpdir(), "reset-"));
after(() => rmSync(copy, { recursive: true }));

function reset(words, env = {}) {
  const { PATH } = process.env;
  return spawnSync(process.execPath, [join(copy, "scripts/reset.mjs"), ...words], {
    env: { PATH, LOYALTY_API_PORT: "9", ...env },
    encoding: "utf8",
  });
}

const file = (name) => join(copy, name);

const installed = Object.keys(
  JSON.parse(readFileSync(join(root, "node_modules/.package-lock.json"), "utf8")).packages,
);

beforeEach(() => {
  rmSync(copy, { recursive: true });
  for (const folder of ["var", ".venv/bin", "apps/api/src", "node_modules"])
    mkdirSync(file(folder), { recursive: true });
  for (const one of ["scripts", "package.json", "package-lock.json", "pyproject.toml"])
    cpSync(join(root, one), file(one), { recursive: true });
  for (const one of [
    "node_modules/.package-lock.json",
    "apps/api/requirements.lock",
    ".venv/.lock-stamp",
  ])
    cpSync(join(root, one), file(one));
  // Empty: reset looks whether each package has its folder, and installs them otherwise.
  for (const place of installed) mkdirSync(file(place), { recursive: true });
  for (const name of ["python", "flask"])
    writeFileSync(
      file(`.venv/bin/${name}`),
      `#!/bin/sh\necho "$@" >>${file("typed")}\necho Demo member\n`,
      {
        mode: 0o755,
      },
    );
  for (const name of ["loyalty.db", "loyalty.db-wal", "messages.jsonl"])
    writeFileSync(file(`var/${name}`), "old");
  mkdirSync(file("var/loyalty.attachments"));
  writeFileSync(file("var/loyalty.attachments/cv"), "old");
});

test("the demo begins anew: its files go, its tables and members are made", () => {
  const { status, stdout } = reset(["--yes"]);

  assert.equal(status, 0, stdout);
  for (const name of ["loyalty.db", "loyalty.db-wal", "messages.jsonl", "loyalty.attachments"])
    assert.equal(existsSync(file(`var/${name}`)), false, name);
  assert.match(readFileSync(file("typed"), "utf8"), /db upgrade\n.*seed\n.*demo members\n/);
});

for (const [title, words, env] of [
  ["not confirmed", [], {}],
  [
    "the database is somewhere else",
    ["--yes"],
    { LOYALTY_DATABASE_URL: "sqlite:////srv/loyalty.db" },
  ],
  [
    "the database is a server",
    ["--yes"],
    { LOYALTY_DATABASE_URL: "postgresql+psycopg://me@db/loyalty" },
  ],
  ["it is production", ["--yes"], { LOYALTY_ENV: "production" }],
])
  test(`nothing is deleted where ${title}`, () => {
    const { status, stdout } = reset(words, env);

    assert.equal(status, 1, stdout);
    assert.ok(existsSync(file("var/loyalty.db")));
    assert.equal(existsSync(file("typed")), false);
  });
