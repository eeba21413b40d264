import type { Page } from "@playwright/test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { fillRegistration, typeCode } from "../support/dialogs.ts";
import { codeSentTo, codesSentTo } from "../support/messages.ts";
import { signedInOnMini } from "../support/pages.ts";
import { aPerson, signedInAgain } from "../support/people.ts";
import { asWebp } from "../support/screenshots.ts";
import { mini, paths, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/*
 * The pictures of the membership page's three steps, out of the real app. Taken on purpose only:
 * `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/steps --project phone`
 */

const QUALITY = 0.82;
/** As wide as the page shows them on most screens; what is enlarged is the whole one. */
const SMALL_PX = 480;
const brands = ["krua-bowl", "thong-cha"] as const;

test.use({ viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 });
test.beforeEach(() => test.skip(test.info().project.name !== "phone", "a telephone's screens"));

async function keep(page: Page, name: string) {
  await page.waitForLoadState("networkidle");
  const png = await page.screenshot({ animations: "disabled", caret: "hide" });
  const folder = join(paths.root, "libs/public-pages/src/membership/steps");
  writeFileSync(join(folder, `${name}.webp`), await asWebp(page, png, QUALITY));
  writeFileSync(join(folder, `${name}-small.webp`), await asWebp(page, png, QUALITY, SMALL_PX));
}

for (const brand of brands) {
  test(`the steps of joining, as ${brand}`, async ({ page }) => {
    await page.addInitScript((key) => {
      sessionStorage.setItem("seen announcement", "true");
      localStorage.setItem("activeTab", key);
    }, brand);
    const person = aPerson();
    await page.goto(`${site}/membership`);
    await page.getByRole("button", { name: "Join as member — RM 5 off" }).click();
    await fillRegistration(page, person);
    const dialog = page.getByRole("dialog", { name: "Join as Member" });
    // Chromium without windows writes dates as in America: this one is the same everywhere.
    await dialog.getByLabel(/^Date of birth/).fill("1994-08-08");
    await dialog.getByLabel(/^Name/).scrollIntoViewIfNeeded();
    await dialog.getByRole("heading").first().click();
    await keep(page, `${brand}-details`);

    const before = codesSentTo(person.number);
    await dialog.getByRole("button", { name: "Get OTP" }).click();
    const first = dialog.getByRole("textbox", { name: /6-digit/ });
    await first.waitFor();
    await typeCode(page, await codeSentTo(person.number, before));
    await dialog.getByRole("checkbox").first().check();
    await dialog.getByRole("button", { name: "Join Now" }).scrollIntoViewIfNeeded();
    await expect(page.getByText("OTP sent successfully!")).toBeHidden();
    await keep(page, `${brand}-code`);
  });
}

test("the member's card, in both brands", async ({ page }) => {
  const mobileNumber = "162345678";
  const session = await signedInAgain({ name: "", mobileNumber, number: `+60${mobileNumber}` });
  await signedInOnMini(page, session);
  for (const brand of brands) {
    await page.evaluate((key) => localStorage.setItem("activeTab", key), brand);
    await page.goto(`${mini}/rewards`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await keep(page, `${brand}-card`);
  }
});
