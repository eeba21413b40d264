/** The notices of the typefaces: stylesheets bring them, so the bundler does not know of them. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { root } from "../lib/processes.mjs";

const STYLES = "libs/ui/src/tokens/fonts.css";

/**
 * @returns {Promise<string>} a heading and the licence's text for each, as the bundler writes the others
 */
export async function fontNotices() {
  const styles = await readFile(join(root, STYLES), "utf8");
  const names = new Set([...styles.matchAll(/url\("(@[\w-]+\/[\w-]+)\//g)].map(([, name]) => name));
  const notices = [...names].sort().map(async (name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const text = await readFile(join(folder, "LICENSE"), "utf8");
    return `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(notices)).join("");
}
