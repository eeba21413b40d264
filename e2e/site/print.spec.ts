import type { Page } from "@playwright/test";

import { site } from "../support/servers.ts";
import { publicPages } from "../support/routes.ts";
import { expect, test } from "../support/test.ts";

/** A page as a visitor with the dark scheme prints it. */
async function printed(page: Page, path: string): Promise<void> {
  await page.goto(site + path);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
}

/** What paints the page and its words. */
function ink(page: Page): Promise<{ paper: string; ink: string }> {
  return page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { paper: backgroundColor, ink: color };
  });
}

/** How many fixed or sticky elements would be printed on every sheet, over the text. */
function stuck(page: Page): Promise<number> {
  return page
    .locator("body *")
    .evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.checkVisibility({ opacityProperty: true }) &&
            /fixed|sticky/.test(getComputedStyle(one).position),
        ).length,
    );
}

for (const path of publicPages) {
  test(`${path} is printed black on white, without navigation`, async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
    await printed(page, path);

    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await ink(page)).toEqual({ paper: "rgb(255, 255, 255)", ink: "rgb(0, 0, 0)" });
    for (const bar of [page.getByRole("banner"), page.getByRole("contentinfo")]) {
      await expect(bar.getByRole("navigation")).toHaveCount(0);
      await expect(bar.getByRole("button")).toHaveCount(0);
    }
    expect(await stuck(page)).toBe(0);
  });
}

test("a dialog that is open when a page is printed covers none of it", async ({ page }) => {
  await page.goto(site);
  await expect(page.getByRole("dialog")).toBeVisible();

  await page.emulateMedia({ media: "print" });

  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await stuck(page)).toBe(0);
});

test("every answer is printed, also of questions that nobody opened", async ({ page }) => {
  await page.goto(`${site}/membership`);
  const questions = page.locator("details");
  const closed = await questions.evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(closed.length).toBeGreaterThan(3);

  await page.emulateMedia({ media: "print" });

  const open = await questions.evaluateAll((all) => all.map((one) => one.clientHeight));
  for (const [nth, height] of open.entries()) expect(height).toBeGreaterThan(closed[nth]! + 20);
});
