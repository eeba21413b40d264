import { expect, test } from "../support/test.ts";

import { site } from "../support/servers.ts";
import { serveTiles } from "../support/map-tiles.ts";
import { publicPages } from "../support/routes.ts";
import {
  complaintsOf,
  expectAccessible,
  expectNothingSideways,
  expectStill,
  watchLayout,
} from "../support/quality.ts";

// The announcement has its own test: here it would cover the page.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  await watchLayout(page);
  await serveTiles(page);
});

for (const path of publicPages) {
  test(`${path} is accessible, still, narrow enough and quiet`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.goto(`${site}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");

    await expectStill(page);
    await expectAccessible(page);
    await expectNothingSideways(page);
    expect(complaints).toEqual([]);
  });
}

for (const brand of ["krua-bowl", "thong-cha"]) {
  for (const scheme of ["light", "dark"] as const) {
    test(`home is accessible as ${brand} in ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.addInitScript((key) => localStorage.setItem("activeTab", key), brand);
      await page.goto(`${site}/`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

      await expectAccessible(page);
    });
  }
}

for (const [name, button] of [
  ["Sign In", null],
  ["Join as Member", "Sign Up"],
] as const) {
  test(`the dialog ${name} is accessible and narrow enough`, async ({ page }) => {
    await page.goto(`${site}/login`);
    if (button) await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();

    await expectAccessible(page);
    await expectNothingSideways(page);
  });
}
