import type { Page } from "@playwright/test";

import { signedInOnMini } from "../support/pages.ts";
import { signedInAgain } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { memberPages, publicPages } from "../support/routes.ts";
import { prepareForSheets, takeSheet } from "../support/screenshots.ts";
import { expect, test } from "../support/test.ts";

/*
 * docs/gallery.md: every screen at three widths, in both brands and both schemes, one sheet a screen.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery --project=desktop`
 */

// Full pages are many large pictures: a trace of them costs more than they do.
test.use({ trace: "off" });
test.beforeEach(() => {
  test.skip(test.info().project.name !== "desktop", "a sheet holds every width");
  test.setTimeout(900_000);
});

const nameOf = (path: string) => path.slice(1).replaceAll(/[/?=]/g, "-") || "home";

const at = (page: Page, address: string) => async () => {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
};

for (const path of publicPages) {
  test(`the sheet of ${path}`, async ({ page }) => {
    await prepareForSheets(page);
    await page.goto(`${site}${path}`);
    await takeSheet(page, { name: nameOf(path), visit: at(page, `${site}${path}`) });
  });
}

const screens = [...memberPages, "/redeem?tab=my-rewards", "/redeem?tab=history"];

test.describe("the member pages", () => {
  // One demo member: a code has its cooldown for each number.
  test.describe.configure({ mode: "serial" });
  const mobileNumber = "123456789";
  const demo = { name: "", mobileNumber, number: `+60${mobileNumber}` };
  let state: Awaited<ReturnType<typeof signedInAgain>> | undefined;

  for (const path of screens) {
    test(`the sheet of ${path}`, async ({ page }) => {
      state ??= await signedInAgain(demo);
      await prepareForSheets(page);
      await signedInOnMini(page, state);
      await takeSheet(page, { name: nameOf(path), visit: at(page, `${mini}${path}`) });
      state.token = (await page.evaluate(() => localStorage.getItem("authToken")))!;
    });
  }
});
