/**
 * `npm run content -- https://www.example`: writes the content that the apps are built with again, from what that host has
 * published, so that the next build's prerendered HTML, structured data and printed menus have it. What is committed is the content
 * of a new database (`npm run contract`), so what this writes is built with and not committed.
 */

import { readFile } from "node:fs/promises";

import { snapshot, writeSnapshot } from "./lib/contract.mjs";
import { root } from "./lib/processes.mjs";
import { giveUp, Problem, printDone } from "./lib/terminal.mjs";

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

async function write() {
  const origin = process.argv[2] ?? "";
  if (!URL.canParse(origin)) throw new Problem("Usage: npm run content -- https://www.example");
  const since = performance.now();
  const tags = JSON.parse(await readFile(`${root}${snapshot}/tags.json`, "utf8"));
  const { document } = await published(origin);
  for (const language of Object.keys(tags)) {
    tags[language] = (await published(origin, language)).tag;
  }
  await writeSnapshot({ tags, document });
  printDone(`${snapshot} is what ${origin} has published: build the apps with it`, since);
}

await write().catch(giveUp);
