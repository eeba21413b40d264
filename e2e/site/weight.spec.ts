import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { firstScripts, sizeOf } from "../../apps/site/bench/weight.mjs";
import { paths, site } from "../support/servers.ts";
import { publicPages } from "../support/routes.ts";
import { expect, test } from "../support/test.ts";

/**
 * What the pages may weigh, in bytes and counts: no times, so a slow machine says the same as a fast one. The bytes are
 * close to what the pages weigh today; the goals and the measured times are in docs/performance.md.
 */
const HOME_BYTES = 228_000;
const HOME_REQUESTS = 12;
/** Compressed; the hello page of `npm run bench -- --web` has 108 kB. */
const FIRST_SCRIPTS = 168_000;

const build = join(paths.root, "apps/site", process.env.LOYALTY_E2E_SITE_BUILD ?? "build/client");

test("home asks for few files, all of them ours, and they are light", async ({ page }) => {
  const asked = new Set<string>();
  page.on("request", (request) => {
    if (/^https?:/.test(request.url())) asked.add(request.url());
  });
  // The banners would turn, and ask for the next ones.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(site);
  await expect(page.getByRole("dialog")).toBeVisible(); // The announcement: the last thing that comes by itself.
  await page.waitForLoadState("networkidle");

  const addresses = [...asked].map((address) => new URL(address));
  expect(addresses.filter(({ origin }) => origin !== new URL(site).origin)).toEqual([]);
  expect(addresses.map(({ pathname }) => pathname)).toHaveLength(HOME_REQUESTS);
  expect(addresses.reduce((sum, { pathname }) => sum + compressed(pathname), 0)).toBeLessThan(
    HOME_BYTES,
  );
});

test("a visitor's page is painted before its scripts are asked for", async ({ page }) => {
  await page.goto(site);
  await expect(page.getByRole("dialog")).toBeVisible();
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-paint")[0]?.startTime,
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
  expect(asked.length).toBeGreaterThan(0);
  expect(painted).toBeLessThanOrEqual(Math.min(...asked));
});

for (const path of publicPages) {
  test(`${path} starts with scripts of a bounded size`, () => {
    expect(sizeOf(firstScripts(build, join(path.slice(1), "index.html")))).toBeLessThan(
      FIRST_SCRIPTS,
    );
  });
}

/** As it travels: words as brotli, fonts as they are. */
function compressed(pathname: string): number {
  const file = join(build, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  if (!existsSync(file)) return 0; // The API's answers are no files.
  const bytes = readFileSync(file);
  return pathname.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes).length;
}
