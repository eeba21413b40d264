import type { Page } from "@playwright/test";
import { gzipSync } from "node:zlib";

/** Notes what a page asks for from now on, and returns a function for the bytes of its scripts, compressed by gzip. */
export function watchScripts(page: Page): () => Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.set(pathname, response.body());
  });
  return async () => {
    const bodies = await Promise.all(scripts.values());
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  };
}
