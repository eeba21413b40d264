import type { Page } from "@playwright/test";

import { inDatabase } from "../support/database.ts";
import { press, skipReferralCode } from "../support/dialogs.ts";
import { memberOnMini, signedInOnMini } from "../support/pages.ts";
import { aPerson, newlyRegistered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { prepareForSheets, takeSheet } from "../support/screenshots.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * docs/gallery.md: the dialogs and menus, one sheet each.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery --project=desktop`
 */

const TEA = "Classic Thai Milk Tea with Bobas";

test.use({ trace: "off" });
test.beforeEach(() => {
  test.skip(test.info().project.name !== "desktop", "a sheet holds every width");
  test.setTimeout(900_000);
});

const sheetOfOpen = (page: Page, name: string, visit: () => Promise<void>) =>
  takeSheet(page, { name: `dialog-${name}`, visit, every: "sheet", fullPage: false });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

// The code comes last: while it can be entered, a page that is opened again asks for it.
test("the sheets of a visitor's dialogs", async ({ page }) => {
  await prepareForSheets(page);
  await sheetOfOpen(page, "sign-in", async () => {
    await page.goto(`${site}/login`);
    await expect(dialog(page, "Sign In")).toBeVisible();
  });
  await sheetOfOpen(page, "register", async () => {
    await page.goto(`${site}/login`);
    await press(dialog(page, "Sign In"), "Sign Up");
    await expect(dialog(page, "Join as Member")).toBeVisible();
  });
  await sheetOfOpen(page, "terms", async () => {
    await press(dialog(page, "Join as Member"), "Terms & Conditions");
    await expect(dialog(page, "Terms & Conditions")).toBeVisible();
  });
  await sheetOfOpen(page, "sign-in-code", async () => {
    await page.goto(`${site}/login`);
    await dialog(page, "Sign In").getByLabel("Mobile number").fill(aPerson().mobileNumber);
    await press(dialog(page, "Sign In"), "Continue");
    await expect(page.getByRole("textbox", { name: /6-digit/ })).toBeVisible();
  });
});

test("the sheet of a visitor's menu", async ({ page }) => {
  await prepareForSheets(page);
  await page.goto(`${site}/menu`);
  await takeSheet(page, {
    name: "dialog-visitor-menu",
    fullPage: false,
    every: "width",
    widths: [390, 768],
    async visit() {
      await page.goto(`${site}/menu`);
      await press(page, "Open menu");
      await expect(page.getByText("Quick Access")).toBeVisible();
    },
  });
});

test("the sheet of the announcement", async ({ page }) => {
  await sheetOfOpen(page, "announcement", async () => {
    await page.goto(site);
    await expect(page.getByRole("dialog").getByText("Join Now")).toBeVisible();
  });
});

test("the sheets of a new member's dialogs", async ({ page }) => {
  await prepareForSheets(page);
  await signedInOnMini(page, await newlyRegistered());
  await sheetOfOpen(page, "referral-code", async () => {
    await page.goto(`${mini}/dashboard`);
    await expect(dialog(page, "Have a referral code?")).toBeVisible();
  });
  await skipReferralCode(page);
  await sheetOfOpen(page, "sign-out", async () => {
    await page.goto(`${mini}/profile`);
    await page.getByRole("button", { name: "Sign Out" }).last().click();
    await expect(page.getByRole("alertdialog", { name: "Sign Out" })).toBeVisible();
  });
  await sheetOfOpen(page, "leave", async () => {
    await page.goto(`${mini}/profile/edit`);
    await page.getByLabel(/^Name/).fill("Aisyah Binti Rahman");
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  });
  await sheetOfOpen(page, "erase", async () => {
    await page.goto(`${mini}/settings/personal-info`);
    await press(page, "Delete my account");
    await press(page, "Send me a code");
    await expect(page.getByRole("textbox", { name: /6-digit/ })).toBeVisible();
  });
});

test("the sheets of a member's menus", async ({ page }) => {
  const member = await memberOnMini(page);
  await (await aTill()).earn(member.user.id, 600);
  await prepareForSheets(page);
  const open = (name: string | RegExp) => async () => {
    await page.goto(`${mini}/dashboard`);
    await page.getByRole("button", { name }).click();
    await expect(page.getByText("Sign Out").filter({ visible: true }).first()).toBeVisible();
  };
  const menu = { fullPage: false, every: "width" } as const;
  await takeSheet(page, {
    ...menu,
    name: "dialog-menu",
    widths: [390, 768],
    visit: open("Open menu"),
  });
  await takeSheet(page, { ...menu, name: "dialog-account", visit: open(/^Your account/) });
});

test("the sheet of a newer notice", async ({ page }) => {
  const member = await memberOnMini(page);
  inDatabase("UPDATE consents SET notice_version = '0' WHERE member_id = ?", member.user.id);
  await prepareForSheets(page);
  await sheetOfOpen(page, "newer-notice", async () => {
    await page.goto(`${mini}/dashboard`);
    await expect(dialog(page, "A newer notice")).toBeVisible();
  });
});

test("the sheets of a member's activities and of their data", async ({ page }) => {
  const member = await memberOnMini(page);
  await (await aTill()).earn(member.user.id, 600);
  await prepareForSheets(page);
  await sheetOfOpen(page, "activity-why", async () => {
    await page.goto(`${mini}/activity`);
    await page.getByRole("main").getByText("Earned", { exact: true }).click();
    await page.getByText("Points earned").click();
    await expect(page.getByText("Net amount")).toBeVisible();
  });
  await sheetOfOpen(page, "your-data", async () => {
    await page.goto(`${mini}/settings/personal-info`);
    await page.getByRole("button", { name: "Download my data" }).scrollIntoViewIfNeeded();
  });
  await sheetOfOpen(page, "member-code", async () => {
    await page.goto(`${mini}/rewards`);
    await press(page, "Show full screen");
    await expect(dialog(page, "Your member code")).toBeVisible();
  });
});

test("the sheets of a claim's dialogs", async ({ page }) => {
  const member = await memberOnMini(page);
  await (await aTill()).earn(member.user.id, 600);
  await prepareForSheets(page);
  await sheetOfOpen(page, "claim", async () => {
    await page.goto(`${mini}/reward/1?isPromotion=true`);
    await press(page, "Claim Now");
    await expect(dialog(page, "Confirm Redemption")).toBeVisible();
  });
  await sheetOfOpen(page, "claimed", async () => {
    await press(page, "Confirm Claim");
    await expect(dialog(page, "Reward Claimed Successfully!")).toBeVisible();
  });
  await press(page, "Navigate to My Rewards");
  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await sheetOfOpen(page, "outlets", async () => {
    await press(page, "Use it Now");
    await expect(page.getByRole("searchbox")).toBeVisible();
  });
  await sheetOfOpen(page, "outlets-map", async () => {
    await page.getByRole("tab", { name: "Map" }).click();
    await expect(page.getByRole("tabpanel", { name: "Map" })).toBeVisible();
  });
  await sheetOfOpen(page, "code", async () => {
    await press(page, "Skip");
    await expect(page.getByRole("timer")).toBeVisible();
  });
});
