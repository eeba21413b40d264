/** What `nx release` writes: an app's version in every file that says it, and its part of the CHANGELOG (docs/deploy.md). */

import { VersionActions } from "nx/release";

import { headings, partsOfRelease } from "./package/archive.mjs";

const VERSION = /^( *"?version"?(?:: | = )")([^"]+)/m;

/** The version of an app is in its package.json and the lock file; the API's in pyproject.toml. */
export default class AppVersion extends VersionActions {
  validManifestFilenames = ["package.json", "pyproject.toml"];

  get manifest() {
    const { name, data } = this.projectGraphNode;
    return name === "api" ? "pyproject.toml" : `${data.root}/package.json`;
  }

  async readCurrentVersionFromSourceManifest(tree) {
    const [, , currentVersion] = VERSION.exec(tree.read(this.manifest, "utf8"));
    return { currentVersion, manifestPath: this.manifest };
  }

  async updateProjectVersion(tree, version) {
    const { name, data } = this.projectGraphNode;
    const change = (file, edit) => tree.write(file, edit(tree.read(file, "utf8")));
    change("CHANGELOG.md", (text) => changelogWith(text, headings[name], version, today()));
    change(this.manifest, (text) => text.replace(VERSION, `$1${version}`));
    if (name !== "api")
      change("package-lock.json", (text) => {
        const lock = JSON.parse(text);
        lock.packages[data.root].version = version;
        return `${JSON.stringify(lock, null, 2)}\n`;
      });
    return [];
  }

  /** No package is in a registry, and none depends on another's version. */
  readCurrentVersionFromRegistry = async () => null;
  readCurrentVersionOfDependency = async () => ({
    currentVersion: null,
    dependencyCollection: null,
  });
  updateProjectDependencies = async () => [];
}

/**
 * The CHANGELOG with an app's part of "Unreleased", and what operators do, below its version. Apps that are released
 * as the same version on the same day share a heading.
 *
 * @param {string} changelog the whole file
 * @param {string} heading such as "Site"
 * @param {string} version such as "0.2.0"
 * @param {string} day such as "2026-11-23"
 * @throws {Error} when there is nothing to release
 */
export function changelogWith(changelog, heading, version, day) {
  const [begin, unreleased = "", ...earlier] = changelog.split(/^(?=## )/m);
  const { title, own, others } = partsOfRelease(unreleased, heading);
  if (title !== "## Unreleased\n\n" || !own.some((part) => part.startsWith(`### ${heading}\n`)))
    throw new Error(`CHANGELOG.md has nothing of ${heading} under "Unreleased".`);
  const [, apps, ...same] = /^## (.+) (\S+), (\S+)\n/.exec(earlier[0] ?? "") ?? [];
  const isShared = same.join() === [version, day].join();
  const there = isShared ? `${earlier.shift().trimEnd()}\n\n`.split(/^(?=### )/m).slice(1) : [];
  const isDeployment = (part) => Number(part.startsWith("### Deployment\n"));
  const parts = [...there, ...own].sort((one, other) => isDeployment(one) - isDeployment(other));
  const released = `## ${isShared ? `${apps}, ` : ""}${heading} ${version}, ${day}\n\n`;
  return `${[begin, title, ...others, released, ...parts, ...earlier].join("").trimEnd()}\n`;
}

const today = () => new Date().toISOString().slice(0, 10);
