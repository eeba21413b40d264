import type { Page } from "@playwright/test";

import { publicPages } from "../support/routes.ts";
import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

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

test("every public page is printed black on white, without navigation, also from the dark scheme @long", async ({
  page,
}) => {
  test.slow();
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  for (const path of publicPages) {
    await test.step(path, async () => {
      await page.emulateMedia({ media: "screen", colorScheme: "dark" });
      await page.goto(site + path);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });

      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const colours = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return { backgroundColor, color };
      });
      expect(colours).toEqual({ backgroundColor: "rgb(255, 255, 255)", color: "rgb(0, 0, 0)" });
      for (const bar of [page.getByRole("banner"), page.getByRole("contentinfo")]) {
        await expect(bar.getByRole("navigation")).toHaveCount(0);
        await expect(bar.getByRole("button")).toHaveCount(0);
      }
      expect(await stuck(page)).toBe(0);
    });
  }
});

test("an open dialog covers no printed page, and closed answers are printed @long", async ({
  page,
}) => {
  await page.goto(site);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await stuck(page)).toBe(0);

  await page.emulateMedia({ media: "screen" });
  await page.goto(`${site}/membership`);
  const questions = page.locator("details");
  const closed = await questions.evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(closed.length).toBeGreaterThan(3);
  await page.emulateMedia({ media: "print" });
  const open = await questions.evaluateAll((all) => all.map((one) => one.clientHeight));
  for (const [nth, height] of open.entries()) expect(height).toBeGreaterThan(closed[nth]! + 20);
});
