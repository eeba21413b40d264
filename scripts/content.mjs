/**
 * The content that the apps are built with: prerendered HTML, structured data and printed menus have it.
 *
 * - `node scripts/content.mjs`: that of a new database, which is committed; a part of `npm run contract`
 * - `--check`: writes nothing and fails where what is committed is another
 * - `npm run content -- https://www.example`: what that host has published, to build with and not to commit
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { mustRun, root } from "./lib/processes.mjs";
import { giveUp, Problem, printDone } from "./lib/terminal.mjs";

const folder = "libs/content/src/snapshot";
const { values, positionals } = parseArgs({
  options: { check: { type: "boolean" } },
  allowPositionals: true,
});

/** @returns {Promise<{ tags: Record<string, string>, document: object }>} as `GET /content` answers, and its tags by language */
async function ofNewDatabase() {
  const file = `${root}var/first-content.json`;
  await mkdir(`${root}var`, { recursive: true });
  await mustRun(
    [`${root}.venv/bin/flask`, "--app", "loyalty", "generate", "content", file],
    "The API could not write its first content:",
  );
  const content = JSON.parse(await readFile(file, "utf8"));
  await rm(file);
  return content;
}

/** The same of what a host has published. */
async function ofHost(origin) {
  if (!URL.canParse(origin)) throw new Problem("Usage: npm run content -- https://www.example");
  const tags = JSON.parse(await readFile(`${root}${folder}/tags.json`, "utf8"));
  const { document } = await published(origin);
  for (const language of Object.keys(tags))
    tags[language] = (await published(origin, language)).tag;
  return { tags, document };
}

async function published(origin, language = "") {
  const query = language && `?language=${language}`;
  const answer = await fetch(new URL(`/api/content${query}`, origin)).catch((error) => {
    throw new Problem(`${origin} does not answer: ${error.cause?.message ?? error.message}`);
  });
  if (!answer.ok) throw new Problem(`${answer.url} answered ${answer.status}.`);
  // A proxy that compresses makes it a weak tag.
  const tag = /"([^"]*)"/.exec(answer.headers.get("etag") ?? "")?.[1] ?? "";
  return { tag, document: await answer.json() };
}

/** A file a kind with its English texts, for the pages that show it, and a file a language, for its pack. */
function filesOf({ tags, document }) {
  const { publishedAt: _when, ...kinds } = document;
  // The calls of rewards have their English.
  const { rewardTexts: _texts, ...shown } = kinds;
  const languages = Object.keys(tags).filter((language) => language !== "en");
  return {
    tags,
    ...Object.fromEntries(Object.entries(shown).map(([kind, each]) => [kind, inEnglish(each)])),
    ...Object.fromEntries(
      languages.map((each) => [each, Object.fromEntries(translations(kinds, each))]),
    ),
  };
}

const isText = (node) => typeof node.en === "string";

function inEnglish(node) {
  if (Array.isArray(node)) return node.map(inEnglish);
  if (node === null || typeof node !== "object") return node;
  if (isText(node)) return { en: node.en };
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inEnglish(value)]));
}

function translations(node, language) {
  if (node === null || typeof node !== "object") return [];
  if (!Array.isArray(node) && isText(node)) {
    const own = node[language];
    return own === undefined || own === node.en ? [] : [[node.en, own]];
  }
  return Object.values(node).flatMap((value) => translations(value, language));
}

async function write() {
  const since = performance.now();
  const [origin] = positionals;
  const files = filesOf(origin === undefined ? await ofNewDatabase() : await ofHost(origin));
  for (const [name, content] of Object.entries(files)) {
    const path = `${folder}/${name}.json`;
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if (!values.check) await writeFile(root + path, text);
    else if ((await readFile(root + path, "utf8").catch(() => "")) !== text)
      throw new Problem(`${path} is not what the API begins with. Run: npm run contract`);
  }
  printDone(`${folder} has the content of ${origin ?? "a new database"}`, since);
}

await write().catch(giveUp);
