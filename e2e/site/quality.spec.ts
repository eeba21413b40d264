import { serveTiles } from "../support/map-tiles.ts";
import {
  complaintsOf,
  expectAccessible,
  expectNothingSideways,
  expectStill,
  watchLayout,
} from "../support/quality.ts";
import { publicPages } from "../support/routes.ts";
import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

// The announcement has its own test: here it would cover the page.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  await watchLayout(page);
  await serveTiles(page);
});

test("every public page is accessible, does not shift, fits a narrow phone and logs no error @long @phone", async ({
  page,
}) => {
  test.slow();
  const complaints = complaintsOf(page);
  for (const path of publicPages) {
    await test.step(path, async () => {
      await page.goto(`${site}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");

      await expectStill(page);
      await expectAccessible(page);
      await expectNothingSideways(page);
      expect(complaints).toEqual([]);
    });
  }
});

test("home is accessible in both brands and both schemes @long", async ({ page }) => {
  await page.goto(`${site}/config.json`);
  for (const brand of ["krua-bowl", "thong-cha"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await test.step(`${brand}, ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.evaluate((key) => localStorage.setItem("activeTab", key), brand);
        await page.goto(`${site}/`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("data-brand", brand);

        await expectAccessible(page);
      });
    }
  }
});

test("the dialogs Sign In and Join as Member are accessible and fit a narrow phone @long @phone", async ({
  page,
}) => {
  await page.goto(`${site}/login`);
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("dialog").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("dialog", { name: "Join as Member" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
});
