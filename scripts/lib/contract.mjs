/** What the front end has from the API: the document it writes, the types made from it, and the first content. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { mustRun, root } from "./processes.mjs";

export const openapi = "libs/api-client/openapi.json";
export const types = "libs/api-client/src/generated/schema.d.ts";
export const snapshot = "libs/content/src/snapshot";

/**
 * Write all of them again.
 *
 * @param {{ openapi: string, types: string, snapshot: string }} to paths from the root of the project
 */
export async function writeContract(to = { openapi, types, snapshot }) {
  await mustRun(
    [`${root}.venv/bin/flask`, "--app", "loyalty", "generate", "openapi", to.openapi],
    "The API could not write its contract:",
    { env: { LOYALTY_RATE_LIMITS: "off" } },
  );
  await mustRun(
    ["openapi-typescript", to.openapi, "-o", to.types],
    "The types could not be made from the contract:",
  );
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  try {
    const file = join(folder, "first.json");
    await mustRun(
      [`${root}.venv/bin/flask`, "--app", "loyalty", "generate", "content", file],
      "The API could not write its first content:",
    );
    await writeSnapshot(JSON.parse(await readFile(file, "utf8")), to.snapshot);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Compare what is committed with what the API of this working copy would write.
 *
 * @returns {Promise<string[]>} the files that differ
 */
export async function contractIsCurrent() {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  const fresh = {
    openapi: join(folder, "openapi.json"),
    types: join(folder, "schema.d.ts"),
    snapshot: join(folder, "snapshot"),
  };
  try {
    await writeContract(fresh);
    const pairs = [
      [fresh.openapi, openapi],
      [fresh.types, types],
      ...(await readdir(fresh.snapshot)).map((name) => [
        join(fresh.snapshot, name),
        `${snapshot}/${name}`,
      ]),
    ];
    const stale = [];
    for (const [made, committed] of pairs) {
      const before = await readFile(`${root}${committed}`, "utf8").catch(() => "");
      if ((await readFile(made, "utf8")) !== before) stale.push(committed);
    }
    return stale;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Write the content that the apps are built with: a file a kind with its English texts, for the pages that show it, a
 * file a language with the translations, for its pack, and the tags under which the API sends the same content.
 *
 * @param {{ tags: Record<string, string>, document: Record<string, unknown> }} content of `GET /content`
 * @param {string} folder from the root of the project
 */
export async function writeSnapshot({ tags, document }, folder = snapshot) {
  const { publishedAt: _when, ...kinds } = document;
  const files = { tags };
  for (const [kind, content] of Object.entries(kinds)) {
    // The calls of rewards have their English.
    if (kind !== "rewardTexts") files[kind] = inEnglish(content);
  }
  for (const language of Object.keys(tags)) {
    if (language !== "en") files[language] = Object.fromEntries(translations(kinds, language));
  }
  const into = resolve(root, folder);
  await mkdir(into, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(into, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  }
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
