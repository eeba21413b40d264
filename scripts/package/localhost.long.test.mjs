/** No file of a package names this machine: who installs one would show it to the world. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { root } from "../lib/processes.mjs";

const justified = [
  // React Router's base, against which it reads addresses without a host.
  /new URL\(`http:\/\/localhost`\)|\w=`http:\/\/localhost`;\w+&&\(/g,
  // Which origins may do without https: libs/api-client's handoff, release.sh, and the API's settings.
  /\^\(localhost\|\.\+\\\.localhost\|127/g,
  /localhost \| localhost:\* \| \*\.localhost \| \*\.localhost:\*/g,
  /\("localhost", "127\.0\.0\.1", "::1"\)|endswith\("\.localhost"\)|except on\s+localhost/g,
  // Hosts that no webhook and no super-app may name.
  /\("\.localhost", "\.local", "\.internal"\)|host == "localhost"/g,
  // Settings that production refuses: the origins of development, and hosts that webhooks may reach there.
  /_origin: str = "http:\/\/localhost:4[23]00"|such\s+as localhost:9100/g,
];

/** The files of a folder that name localhost without being justified, each with the words around it. */
function namesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const text = readFileSync(join(parentPath, name), "latin1");
      const left = justified.reduce((rest, words) => rest.replaceAll(words, ""), text);
      return [...left.matchAll(/.{0,40}localhost.{0,40}/g)].map(([words]) => `${name}: ${words}`);
    });
}

for (const app of ["site", "mini", "staff", "api"])
  test(`no file of the package of ${app} names localhost`, (t) => {
    const packages = join(root, "apps", app, "package");
    const packed =
      existsSync(packages) && readdirSync(packages).find((one) => !one.endsWith(".gz"));
    if (!packed) return t.skip(`nothing is packed: npx nx package ${app}`);
    const folder = join(packages, packed);

    assert.deepEqual(namesIn(folder), []);
    for (const wheel of readdirSync(folder).filter((file) => file.endsWith(".whl"))) {
      const opened = mkdtempSync(join(tmpdir(), "wheel-"));
      try {
        const python = join(root, ".venv/bin/python");
        execFileSync(python, ["-m", "zipfile", "-e", join(folder, wheel), opened]);
        assert.deepEqual(namesIn(opened), []);
      } finally {
        rmSync(opened, { recursive: true });
      }
    }
  });
