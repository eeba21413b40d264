import type { Page } from "@playwright/test";

import { expectStill, watchLayout } from "../support/quality.ts";
import type { publicPages } from "../support/routes.ts";
import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const pages: (typeof publicPages)[number][] = ["/", "/membership", "/settings/terms-conditions"];

for (const brand of ["krua-bowl", "thong-cha"]) {
  test(`as ${brand} the pages do not shift when their fonts load late @long @phone`, async ({
    context,
  }) => {
    for (const path of pages) {
      await test.step(path, async () => {
        const page = await context.newPage();
        await expectStillWithLateFonts(page, path, brand);
        await page.close();
      });
    }
  });
}

async function expectStillWithLateFonts(page: Page, path: string, brand: string) {
  // The announcement would cover the page.
  await page.addInitScript((key) => {
    sessionStorage.setItem("seen announcement", "true");
    localStorage.setItem("activeTab", key);
  }, brand);
  await watchLayout(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = new Set<string>();
  await page.route("**/*.woff2", async (route) => {
    held.add(route.request().url());
    await released;
    await route.continue();
  });

  await page.goto(`${site}${path}`, { waitUntil: "domcontentloaded" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Painted with what the device has, the scripts' share of the page as well.
  await expect(page.locator("html")).toHaveAttribute("data-brand", brand);
  await expect.poll(() => held.size).toBeGreaterThanOrEqual(2);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(() => document.fonts.status)).toBe("loading");

  release();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  const faces = await page.evaluate(() => [...document.fonts].map(({ status }) => status));
  expect(faces.filter((status) => status === "loaded").length).toBeGreaterThanOrEqual(2);
  expect(faces).not.toContain("loading");
  // What has arrived is laid out with the next frame, and reported with the one after it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expectStill(page);
}
