/** What a built page weighs before anybody does anything on it, counted from its files. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * The scripts a prerendered page starts with: those it names, and all that these import without being asked.
 *
 * @param {string} folder of the built pages
 * @param {string} page its file, such as "index.html"
 * @returns {{ address: string, gzipped: number }[]} bytes, compressed at the highest level
 */
export function firstScripts(folder, page) {
  const waiting = named(readFileSync(join(folder, page), "utf8"));
  const found = new Map();
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (found.has(address)) continue;
    const bytes = readFileSync(join(folder, address));
    found.set(address, gzipSync(bytes, { level: 9 }).length);
    const imports = bytes.toString().matchAll(/(?:\bfrom|\bimport)\s*["`]\.\/([^"`]+\.js)["`]/g);
    waiting.push(...[...imports].map(([, file]) => `/assets/${file}`));
  }
  return [...found].map(([address, gzipped]) => ({ address, gzipped }));
}

/** What a page of the site asks for by its list (`build-steps/start-script.ts`), the hello page in the framework's way. */
function named(html) {
  const [, start] = /<script type="application\/json" id="start">(.*?)<\/script>/.exec(html) ?? [];
  if (start) return [...JSON.parse(start).files];
  return [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, address]) => address);
}

/** Their bytes in all. */
export const sizeOf = (scripts) => scripts.reduce((sum, { gzipped }) => sum + gzipped, 0);

/** The prerendered pages of a build, by address; without the one for addresses that nobody knows. */
export function pagesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("index.html") && !file.startsWith("404"))
    .map((file) => `/${file.replace(/\/?index\.html$/, "")}`)
    .sort();
}
