import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page } from "@playwright/test";

import { skipReferralCode } from "../support/dialogs.ts";
import { signedInOnMini } from "../support/pages.ts";
import { newlyRegistered, signedInAgain } from "../support/people.ts";
import { mini, places, site } from "../support/places.ts";
import { memberPages, publicPages } from "../support/public-pages.ts";
import { sheetOf, type Shot } from "../support/sheet.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * docs/gallery.md: every screen at three widths, in both brands and both schemes, one sheet a screen.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery --project=desktop`
 */

const WIDTHS = [390, 768, 1280] as const;
const LOOKS = [
  ["krua-bowl", "light"],
  ["krua-bowl", "dark"],
  ["thong-cha", "light"],
  ["thong-cha", "dark"],
] as const;

/** How large a screenshot is on its sheet, and how much of a long page is seen, in px. */
const SCALE = 0.3;
const SEEN_PX = 1250;

const folder = join(places.root, "docs/gallery");

// Full pages are many large pictures: a trace of them costs more than they do.
test.use({ trace: "off" });
test.beforeEach(() => {
  test.skip(test.info().project.name !== "desktop", "a sheet holds every width");
  test.setTimeout(900_000);
  mkdirSync(folder, { recursive: true });
});

/** Every screen by the name of its sheet. */
const nameOf = (path: string) => path.slice(1).replaceAll(/[/?=]/g, "-") || "home";

async function prepare(page: Page) {
  // No tiles: the map shows its drawn ground, as it does where there is no network.
  await page.route("https://tile.openstreetmap.org/**", (route) => route.abort());
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
}

/**
 * One page for every look: a session that two of them shared would be renewed under one of them.
 *
 * @param visit brings the page to what the sheet shows
 */
async function takeSheet(
  page: Page,
  browser: Browser,
  name: string,
  visit: () => Promise<void>,
  { fullPage = true } = {},
) {
  const shots: Shot[] = [];
  for (const [brand, colorScheme] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate((key) => localStorage.setItem("activeTab", key), brand);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await visit();
      await page.waitForLoadState("networkidle");
      // What is lazy is fetched now, for the whole page is seen at once.
      await page.evaluate(async () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>("img[width]")];
        for (const picture of pictures) picture.loading = "eager";
        await Promise.all(pictures.map((picture) => picture.decode().catch(() => null)));
        // What keeps to the lower edge of a screen would lie across the middle of the page.
        for (const part of document.querySelectorAll<HTMLElement>("main *"))
          if (getComputedStyle(part).position === "sticky") part.style.position = "static";
      });
      const png = await page.screenshot({ fullPage, animations: "disabled" });
      shots.push({ label: `${brand} · ${colorScheme} · ${width}`, png });
    }
  }
  const blank = await browser.newPage();
  const sheet = await sheetOf(blank, shots, { scale: SCALE, maxHeight: SEEN_PX });
  await blank.close();
  writeFileSync(join(folder, `${name}.webp`), sheet);
}

const at = (page: Page, address: string) => async () => {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
};

for (const path of publicPages) {
  test(`the sheet of ${path}`, async ({ browser, page }) => {
    await prepare(page);
    await page.goto(`${site}${path}`);
    await takeSheet(page, browser, nameOf(path), at(page, `${site}${path}`));
  });
}

test("the sheets of the members' rooms", async ({ browser, page }) => {
  const mobileNumber = "123456789";
  const session = await signedInAgain({ name: "", mobileNumber, number: `+60${mobileNumber}` });
  await prepare(page);
  await signedInOnMini(page, session);
  for (const path of [...memberPages, "/redeem?tab=my-rewards", "/redeem?tab=history"])
    await takeSheet(page, browser, nameOf(path), at(page, `${mini}${path}`));
});

test("the sheets of a visitor's dialogs", async ({ browser, page }) => {
  await prepare(page);
  await page.goto(site);
  const signIn = page.getByRole("dialog", { name: "Sign In" });
  const open = async () => {
    await page.goto(`${site}/login`);
    await expect(signIn).toBeVisible();
  };
  await takeSheet(page, browser, "dialog-sign-in", open, { fullPage: false });
  await takeSheet(
    page,
    browser,
    "dialog-register",
    async () => {
      await open();
      await signIn.getByRole("button", { name: "Sign Up" }).click();
      await expect(page.getByRole("dialog", { name: "Join as Member" })).toBeVisible();
    },
    { fullPage: false },
  );
});

test("the sheets of a new member's dialogs", async ({ browser, page }) => {
  const member = await newlyRegistered();
  await prepare(page);
  await signedInOnMini(page, member);
  const sheet = (name: string, address: string, open: () => Promise<void>) =>
    takeSheet(
      page,
      browser,
      name,
      async () => {
        await page.goto(`${mini}${address}`);
        await open();
      },
      { fullPage: false },
    );
  const referral = page.getByRole("dialog", { name: "Have a referral code?" });
  await sheet("dialog-referral-code", "/dashboard", () => expect(referral).toBeVisible());
  await skipReferralCode(page);
  await sheet("dialog-sign-out", "/profile", async () => {
    await page.getByRole("button", { name: "Sign Out" }).last().click();
    await expect(page.getByRole("alertdialog", { name: "Sign Out" })).toBeVisible();
  });
  await sheet("dialog-menu", "/dashboard", async () => {
    const menu = page.getByRole("button", { name: /Open menu|Your account/ });
    await menu.filter({ visible: true }).last().click();
    await expect(page.getByText("Sign Out").filter({ visible: true }).first()).toBeVisible();
  });

  await aTill().earn(member.user.id, 600);
  const press = (name: string) => page.getByRole("button", { name }).click();
  await sheet("dialog-claim", "/reward/1?isPromotion=true", async () => {
    await press("Claim Now");
    await expect(page.getByRole("dialog", { name: "Confirm Redemption" })).toBeVisible();
  });
  await press("Confirm Claim");
  await press("Navigate to My Rewards");
  await page.getByRole("link", { name: "View Details of Classic Thai Milk Tea" }).click();
  await page.waitForURL(/\/reward\//);
  const voucher = page.url().slice(mini.length);
  await sheet("dialog-outlets", voucher, async () => {
    await press("Use it Now");
    await expect(page.getByRole("searchbox")).toBeVisible();
  });
  await press("Skip");
  await sheet("dialog-code", voucher, async () => {
    await page
      .getByRole("button", { name: /Show|Use it Now/ })
      .first()
      .click();
    await expect(page.getByRole("timer")).toBeVisible();
  });
});
