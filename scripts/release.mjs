/**
 * `npm run release -- site 0.2.0`: raises the version of one app (site, mini, staff, api) in every file that has it, and puts
 * the unreleased part of the CHANGELOG under that version. It commits, tags and pushes nothing; it prints how (docs/deploy.md).
 */

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { root } from "./lib/processes.mjs";
import { giveUp, Problem, print, printDone } from "./lib/terminal.mjs";
import { headings, partsOfRelease } from "./package/archive.mjs";

const npmFiles = (app) => ({
  [`apps/${app}/package.json`]: jsonWith((file, version) => (file.version = version)),
  "package-lock.json": jsonWith(
    (file, version) => (file.packages[`apps/${app}`].version = version),
  ),
});

/** The files with the version of an app, and how each is changed: `(text, version) => text`. */
const files = {
  site: npmFiles("site"),
  mini: npmFiles("mini"),
  staff: npmFiles("staff"),
  api: {
    "pyproject.toml": (text, version) =>
      text.replace(/^version = ".*"$/m, `version = "${version}"`),
  },
};

function jsonWith(change) {
  return (text, version) => {
    const file = JSON.parse(text);
    change(file, version);
    return `${JSON.stringify(file, null, 2)}\n`;
  };
}

const versionIn = (text) => /^ *"?version"?(?:: | = )"(.+)"/m.exec(text)?.[1];

/**
 * The CHANGELOG with an app's part of "Unreleased", and what operators do, under a heading of its own.
 *
 * @param {string} changelog the whole file
 * @param {"site" | "mini" | "staff" | "api"} app
 * @param {string} version such as "0.2.0"
 * @param {string} day such as "2026-11-23"
 * @throws {Problem} when there is nothing to release
 */
export function changelogWith(changelog, app, version, day) {
  const heading = headings[app];
  const [begin, unreleased = "", ...earlier] = changelog.split(/^(?=## )/m);
  const { title, own, others } = partsOfRelease(unreleased, heading);
  if (title !== "## Unreleased\n\n" || !own.some((part) => part.startsWith(`### ${heading}\n`)))
    throw new Problem(`CHANGELOG.md has nothing of ${heading} under "Unreleased".`);
  const released = `## ${heading} ${version}, ${day}\n\n`;
  return `${[begin, title, ...others, released, ...own, ...earlier].join("").trimEnd()}\n`;
}

async function raise(app, version) {
  if (!(app in files)) throw new Problem(`Which app? ${Object.keys(files).join(", ")}.`);
  if (!/^\d+\.\d+\.\d+$/.test(version ?? ""))
    throw new Problem(`Which version? Such as: npm run release -- ${app} 0.2.0`);
  const [place] = Object.keys(files[app]);
  const read = (file) => readFile(`${root}${file}`, "utf8");
  const before = versionIn(await read(place));
  if (before.localeCompare(version, "en", { numeric: true }) >= 0)
    throw new Problem(
      `${place} has version ${before} already: a release is newer than the one before.`,
    );
  const changed = {
    "CHANGELOG.md": (text) => changelogWith(text, app, version, today()),
    ...files[app],
  };
  const texts = [];
  for (const [file, change] of Object.entries(changed))
    texts.push([file, change(await read(file), version)]);
  for (const [file, text] of texts) await writeFile(`${root}${file}`, text);
  return texts.map(([file]) => file);
}

const today = () => new Date().toISOString().slice(0, 10);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [app, version] = process.argv.slice(2);
  try {
    const changed = await raise(app, version);
    const tag = `${app}-v${version}`;
    printDone(`${tag}: ${changed.join(", ")}`);
    print(
      `  npm run translations -- --strict && npm run test:all && git commit -am "release: ${app} ${version}" && git tag ${tag} && git push origin HEAD ${tag}`,
    );
  } catch (problem) {
    giveUp(problem);
  }
}
