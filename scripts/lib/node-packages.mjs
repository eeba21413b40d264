/** The Node packages: whether node_modules matches the lock file, and installing it. */

import { existsSync, readFileSync } from "node:fs";
import { mustRun, root } from "./processes.mjs";

/**
 * Compare the lock with npm's own record of what it installed, and the record with the folders: a
 * workspace's own `node_modules` can be deleted without the record. Packages for other systems are
 * in the lock only; npm marks them optional.
 *
 * @param {object} lock package-lock.json
 * @param {object | null} installed node_modules/.package-lock.json, or null when there is none
 * @param {(place: string) => boolean} exists whether a folder of the repository is there
 * @returns {boolean} whether nothing is missing, nothing differs
 */
export function areCurrent(lock, installed, exists) {
  if (installed === null || !Object.keys(installed.packages).every(exists)) return false;
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (!place.startsWith("node_modules/") && !place.includes("/node_modules/")) return true;
    const have = installed.packages[place];
    if (have === undefined) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return have.version === wanted.version && have.integrity === wanted.integrity;
  });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(`${root}${file}`, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

export function nodePackagesAreCurrent() {
  return areCurrent(read("package-lock.json"), read("node_modules/.package-lock.json"), (place) =>
    existsSync(`${root}${place}`),
  );
}

/** Install exactly what the lock file lists, hashes checked. */
export async function installNodePackages() {
  await mustRun(["npm", "ci"], "The Node packages could not be installed:");
}
