/** What has to be on the machine before anything can start, and the sentence when it is not. */

import { readFileSync } from "node:fs";
import { root, run } from "./processes.mjs";
import { Problem } from "./terminal.mjs";

export const oldestPython = [3, 11];

/**
 * @param {string} version as `node -p process.versions.node` prints it
 * @returns {string | null} why this Node cannot be used, or null
 */
export function whyNotNode(version) {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const oldest = engines.node.replace(">=", "").split(".").map(Number);
  if (isAtLeast(version.split(".").map(Number), oldest)) return null;
  return `Node ${oldest.join(".")} or newer is needed, and this is ${version}. Get it from https://nodejs.org or with your version manager (.nvmrc names one).`;
}

/** Whether version `have` is `least` or newer, number by number. */
export function isAtLeast(have, least) {
  for (const [place, wanted] of least.entries()) {
    const got = have[place] ?? 0;
    if (got !== wanted) return got > wanted;
  }
  return true;
}

/**
 * Find a Python to make the virtual environment from.
 *
 * @param {string[]} names programs to try, in order
 * @returns {Promise<string>} the first that is new enough and can make one
 * @throws {Problem} with the way to get one
 */
export async function findPython(
  names = ["python3", "python3.13", "python3.12", "python3.11", "python"],
) {
  const seen = new Map();
  for (const name of names) {
    const { code, output } = await run([
      name,
      "-c",
      "import os, sys, importlib.util as u; print(*sys.version_info[:3], 'yes' if u.find_spec('ensurepip') and u.find_spec('venv') else 'no', os.path.realpath(sys.executable))",
    ]);
    if (code !== 0) continue;
    const [major, minor, patch, canMakeVenv, itself] = output.trim().split(" ");
    const version = [Number(major), Number(minor), Number(patch)];
    // One Python goes by several names.
    if (!isAtLeast(version, oldestPython)) seen.set(itself, `${name} is ${version.join(".")}`);
    else if (canMakeVenv === "no") {
      const lacks = "lacks its venv module: apt-get install python3-venv";
      seen.set(itself, `${name} (${version.join(".")}) ${lacks}`);
    } else return name;
  }
  const found = seen.size > 0 ? ` Found: ${[...seen.values()].join("; ")}.` : " None was found.";
  throw new Problem(
    `Python ${oldestPython.join(".")} or newer is needed for the API.${found} Get it from https://www.python.org/downloads or your system's packages.`,
  );
}
