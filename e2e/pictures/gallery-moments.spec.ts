import { inDatabase } from "../support/database.ts";
import { press, shownCode, skipReferralCode } from "../support/dialogs.ts";
import { memberOnMini, signedInOnMini } from "../support/pages.ts";
import { aPerson, newlyRegistered } from "../support/people.ts";
import { prepareForSheets, takeSheet } from "../support/screenshots.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * docs/gallery.md: what a member sees once in a while: the first visit, a birthday, a tier, a used voucher.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery --project=desktop`
 */

const moment = { fullPage: false, every: "sheet" } as const;

test.use({ trace: "off" });
test.beforeEach(async ({ page }) => {
  test.skip(test.info().project.name !== "desktop", "a sheet holds every width");
  test.setTimeout(900_000);
  await prepareForSheets(page);
});

test("the sheet of a first visit", async ({ page }) => {
  await signedInOnMini(page, await newlyRegistered());
  await takeSheet(page, {
    ...moment,
    name: "moment-first-visit",
    async visit() {
      await page.goto(`${mini}/dashboard`);
      await skipReferralCode(page);
      await expect(page.getByRole("link", { name: "Open your gift" })).toBeVisible();
    },
  });
});

test("the sheets of a birthday", async ({ page }) => {
  const today = new Intl.DateTimeFormat("sv", { timeZone: "Asia/Kuala_Lumpur" }).format();
  await memberOnMini(page, { ...aPerson(), dateOfBirth: `1994${today.slice(4)}` });
  await takeSheet(page, {
    ...moment,
    name: "moment-birthday",
    async visit() {
      await page.goto(`${mini}/dashboard`);
      await expect(page.getByText("Your birthday gift")).toBeVisible();
    },
  });
  await takeSheet(page, {
    ...moment,
    name: "moment-birthday-gift",
    async visit() {
      await page.getByText("Your birthday gift").locator("..").getByRole("link").click();
      await expect(page.getByRole("button", { name: "Use it Now" })).toBeVisible();
    },
  });
});

test("the sheet of a reached tier", async ({ page }) => {
  const member = await memberOnMini(page);
  await page.goto(`${mini}/dashboard`);
  await expect(page.getByText("Basic · Bronze")).toBeVisible();
  inDatabase(
    "UPDATE point_accounts SET tier_level = 2, balance = 5120 WHERE member_id = ?",
    member.user.id,
  );
  await takeSheet(page, {
    ...moment,
    name: "moment-tier",
    async visit() {
      await page.goto(`${mini}/dashboard`);
      await expect(page.getByRole("dialog").getByText("Elite · Gold")).toBeVisible();
    },
  });
});

test("the sheet of a used voucher", async ({ page }) => {
  const member = await memberOnMini(page);
  const till = await aTill();
  await till.earn(member.user.id, 700);
  await page.goto(`${mini}/reward/2?isPromotion=true`);
  await press(page, "Claim Now");
  await press(page, "Confirm Claim");
  await press(page, "Navigate to My Rewards");
  await page.getByRole("link", { name: "View Details of Kangkung Fritters" }).click();
  await press(page, "Use it Now");
  await press(page, "Skip");
  await takeSheet(page, {
    ...moment,
    name: "moment-used",
    async visit() {
      await till.use(await shownCode(page));
      await expect(page.getByRole("dialog", { name: "Used" })).toContainText("saved this year");
    },
  });
});
