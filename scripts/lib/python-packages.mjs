/** The Python packages: a virtual environment in .venv that holds exactly what the lock file lists. */

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPython, isAtLeast, oldestPython } from "./doctor.mjs";
import { mustRun, root, run } from "./processes.mjs";

const lock = "apps/api/requirements.lock";
const stamp = `${root}.venv/.lock-stamp`;
const python = `${root}.venv/bin/python`;

/** What the environment was made from; a change of either file means a new check. */
function wantedStamp() {
  const hash = createHash("sha256");
  for (const file of [lock, "pyproject.toml"]) hash.update(readFileSync(`${root}${file}`));
  return hash.digest("hex");
}

export function pythonPackagesAreCurrent() {
  return (
    existsSync(python) && existsSync(stamp) && readFileSync(stamp, "utf8").trim() === wantedStamp()
  );
}

/** Make .venv if there is none that works, then bring it in step with the lock, hashes checked. */
export async function installPythonPackages() {
  if (!(await venvWorks())) {
    const found = await findPython();
    await mustRun(
      [found, "-m", "venv", "--clear", ".venv"],
      "The Python environment .venv could not be made:",
    );
  }
  if (await haveUv()) await installWithUv();
  else await installWithPip();
  writeFileSync(stamp, `${wantedStamp()}\n`);
}

/** Whether there is a .venv with a Python and a pip that can be used. */
export async function venvWorks() {
  if (!existsSync(python)) return false;
  const { code, output } = await run([
    python,
    "-c",
    "import sys, pip; print(*sys.version_info[:2])",
  ]);
  return code === 0 && isAtLeast(output.trim().split(" ").map(Number), oldestPython);
}

/** uv installs in seconds what takes pip a minute; without it everything works all the same. */
async function haveUv() {
  const wanted = lockedRequirement("uv");
  const version = wanted.match(/^uv==(\S+)/)[1];
  const { code, output } = await run([`${root}.venv/bin/uv`, "--version"]);
  if (code === 0 && output.startsWith(`uv ${version}`)) return true;
  const folder = mkdtempSync(join(tmpdir(), "uv-"));
  try {
    writeFileSync(join(folder, "uv.txt"), wanted);
    const installed = await pip(["install", "--require-hashes", "-r", join(folder, "uv.txt")]);
    return installed.code === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lockedRequirement(name) {
  const lines = readFileSync(`${root}${lock}`, "utf8").split("\n");
  const first = lines.findIndex((line) => line.startsWith(`${name}==`));
  const length = lines.slice(first).findIndex((line) => !line.endsWith("\\")) + 1;
  return `${lines.slice(first, first + length).join("\n")}\n`;
}

async function installWithUv() {
  const uv = `${root}.venv/bin/uv`;
  const env = { VIRTUAL_ENV: `${root}.venv` };
  // Compiled once here as pip does it, so that no process compiles them again at its start.
  const sync = await run(
    [uv, "pip", "sync", "-q", "--compile-bytecode", "--require-hashes", lock],
    { env },
  );
  if (sync.code !== 0) return installWithPip(); // For example with a mirror that only pip is configured for.
  const itself = [uv, "pip", "install", "-q", "--no-build-isolation", "--no-deps", "-e", "."];
  await mustRun(itself, "The API itself could not be installed into .venv:", { env });
}

async function installWithPip() {
  const sentence = "The Python packages could not be installed:";
  await mustRun([python, "-m", "pip", "install", "-q", "--require-hashes", "-r", lock], sentence);
  const itself = ["install", "-q", "--no-build-isolation", "--no-deps", "-e", "."];
  await mustRun(
    [python, "-m", "pip", ...itself],
    "The API itself could not be installed into .venv:",
  );
}

function pip(args) {
  return run([python, "-m", "pip", "--disable-pip-version-check", "-q", ...args]);
}
