import type { Page } from "@playwright/test";

const TILE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * Answers for the server of the map's tiles.
 *
 * @returns the Referer of each request, as it comes
 */
export async function serveTiles(page: Page): Promise<string[]> {
  const referers: string[] = [];
  await page.route("https://tile.openstreetmap.org/**", async (route) => {
    referers.push((await route.request().allHeaders()).referer ?? "");
    await route.fulfill({ contentType: "image/png", body: TILE });
  });
  return referers;
}
