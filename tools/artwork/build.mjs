/** `npx nx run artwork:build`: makes the drawings, fonts, icons and pictures again, each to where it is committed. */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { drawnFiles, exactFiles, openBrowser, root } from "./files.mjs";

const browser = await openBrowser();
const files = { ...(await exactFiles()), ...(await drawnFiles(browser)) };
await browser.close();
for (const [path, content] of Object.entries(files)) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
console.log(`${Object.keys(files).length} files`);
