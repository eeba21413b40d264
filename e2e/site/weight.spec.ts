import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { heldBack } from "../support/pages.ts";
import { paths, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/**
 * What home may weigh, in bytes: no time, so a slow machine finds the same as a fast one. TanStack Query, which comes after
 * hydration and looks for newer content, is 12,000 of them.
 */
const HOME_BYTES = 276_000;

/** What the scripts may weigh that a public page hydrates with, in bytes compressed by gzip: 191 KiB. */
const SCRIPT_BYTES = 191 * 1024;

const build = join(paths.root, "apps/site", process.env.LOYALTY_E2E_SITE_BUILD ?? "build/client");

test("home asks for our own files only, and they are light", async ({ page }) => {
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
  expect(addresses.reduce((sum, { pathname }) => sum + compressed(pathname), 0)).toBeLessThan(
    HOME_BYTES,
  );
});

for (const path of [
  "/",
  "/about",
  "/awards",
  "/career",
  "/contact-us",
  "/locations",
  "/membership",
  "/menu",
  "/receipt",
  "/settings/privacy-policy",
  "/settings/terms-conditions",
])
  test(`the scripts that ${path} hydrates with are light`, () => {
    const html = fileOf(join(path, "index.html")).toString();
    // The module of the page, and all that it imports; what is imported later is not among them.
    const scripts = html.matchAll(/(?:data-module|rel="module-later"[^>]* href)="([^"]+)"/g);
    const sizes = Array.from(scripts, ([, script]) => gzipSync(fileOf(script!)).length);
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(SCRIPT_BYTES);
  });

test("a visitor's page has loaded before its scripts are asked for @long", async ({ page }) => {
  await page.goto(site);
  await expect(page.getByRole("dialog")).toBeVisible();
  const { loaded, asked } = await page.evaluate(() => ({
    loaded: performance.getEntriesByType("navigation")[0]?.toJSON().loadEventStart as number,
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
  expect(asked.length).toBeGreaterThan(0);
  expect(loaded).toBeLessThanOrEqual(Math.min(...asked));
});

test("a page that is still loading is alive after a first interaction @long", async ({ page }) => {
  await page.route("**/*.svg", () => {}); // Never answered, so the load event never comes.
  await page.goto(site, { waitUntil: "domcontentloaded" });
  await page.getByRole("banner").getByRole("button", { name: "Thong Cha" }).focus();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a button that is pressed before the scripts have come does what it says", async ({
  page,
}) => {
  const letScriptsCome = await heldBack(page, "**/*.js");
  await page.goto(site, { waitUntil: "domcontentloaded" });
  await page.getByRole("banner").getByRole("button", { name: "Thong Cha" }).click();
  letScriptsCome();
  await expect(page.locator("html")).toHaveAttribute("data-brand", "thong-cha");
});

test("and so does a tab", async ({ page }) => {
  const letScriptsCome = await heldBack(page, "**/*.js");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site}/locations`, { waitUntil: "domcontentloaded" });
  await page.getByRole("tab", { name: "Map" }).click();
  letScriptsCome();
  await expect(page.getByRole("region", { name: /^Map of the outlets/ })).toBeVisible();
});

const fileOf = (pathname: string) => readFileSync(join(build, pathname));

function compressed(pathname: string): number {
  const file = join(build, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  if (!existsSync(file)) return 0; // The API's answers are no files.
  const bytes = readFileSync(file);
  return pathname.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes).length;
}
