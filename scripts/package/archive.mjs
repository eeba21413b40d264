/** What the packages have in common: a folder with a version, its notes, and one file of it. */

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { mustRun, root, run } from "../lib/processes.mjs";

/** How the CHANGELOG calls the projects. */
export const headings = { api: "API", site: "Site", mini: "Mini-program", staff: "Staff app" };

/**
 * The parts of a release's notes that belong to one project: those under its heading, and what operators do ("Deployment").
 *
 * @param {string} release a part of the CHANGELOG that begins with `## `
 * @param {string} heading such as "Site"
 * @returns {{ title: string, own: string[], others: string[] }} the line before the parts, and the parts
 */
export function partsOfRelease(release, heading) {
  const [title, ...parts] = `${release.trimEnd()}\n\n`.split(/^(?=### )/m);
  const isOwn = (part) => [heading, "Deployment"].some((one) => part.startsWith(`### ${one}\n`));
  return { title, own: parts.filter(isOwn), others: parts.filter((part) => !isOwn(part)) };
}

/**
 * Begin a package: an empty folder with VERSION and CHANGELOG.md in it.
 *
 * @param {"api" | "site" | "mini" | "staff"} app
 * @param {string} version such as "0.1.0"
 * @returns {Promise<string>} the folder
 */
export async function beginPackage(app, version) {
  const folder = join(root, "apps", app, "package", `loyalty-${app}-${version}`);
  await rm(join(root, "apps", app, "package"), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "VERSION"), `${version}\n${await commit()}\n`);
  const changes = await readFile(join(root, "CHANGELOG.md"), "utf8");
  await writeFile(join(folder, "CHANGELOG.md"), changesOf(changes, headings[app]));
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  return folder;
}

/**
 * End a package: the folder as one compressed file beside it.
 *
 * @param {string} folder from `beginPackage`
 * @returns {Promise<string>} the file, from the root of the project
 */
export async function endPackage(folder) {
  const [name, parent] = [folder.split("/").pop(), join(folder, "..")];
  const file = join(parent, `${name}.tar.gz`);
  const reproducible = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner"];
  await mustRun(
    ["tar", ...reproducible, "-czf", file, "-C", parent, name],
    `${name}.tar.gz could not be written.`,
  );
  return file.slice(root.length);
}

/**
 * The part of the CHANGELOG that one project's team reads: every release, its own heading and "Deployment" only.
 *
 * @param {string} changelog the whole file
 * @param {string} heading such as "Site"
 */
export function changesOf(changelog, heading) {
  const releases = changelog.split(/^(?=## )/m);
  const kept = releases.slice(1).flatMap((release) => {
    const { title, own } = partsOfRelease(release, heading);
    return own.length > 0 ? [`${title.trimEnd()}\n\n${own.join("").trimEnd()}\n`] : [];
  });
  return `# Changelog: ${heading}\n\n${kept.join("\n")}`;
}

/** The commit this was made of; empty outside of a repository. */
async function commit() {
  const { code, output } = await run(["git", "rev-parse", "--short=12", "HEAD"]);
  return code === 0 ? output.trim() : "";
}
