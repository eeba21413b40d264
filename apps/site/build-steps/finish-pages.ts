import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { drawingsInPage } from "./drawings-in-page.ts";
import { startAfterPaint, type Read } from "./start-after-paint.ts";

/**
 * What every prerendered page gets that the framework does not know: its first drawings, and scripts that wait for its
 * first paint. The empty shell behind doors has nothing to paint and stays as it is.
 *
 * @param folder of the built pages
 * @throws when a page asks for a file that was not built, or is written in a way that a step does not know
 */
export async function finishPages(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter((name) => /^assets\/.*\.(js|svg)$/.test(name))) {
    texts.set(`/${file}`, await readFile(join(folder, file), "utf8"));
  }
  for (const page of files.filter((name) => name.endsWith("index.html"))) {
    const read: Read = (address) => {
      const text = texts.get(address);
      if (text === undefined) throw new Error(`${page} asks for ${address}, which was not built.`);
      return text;
    };
    const html = await readFile(join(folder, page), "utf8");
    await writeFile(join(folder, page), startAfterPaint(drawingsInPage(html, read), read));
  }
}
