import type { Page } from "@playwright/test";

import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** The pictures of home that come with the page: the first banner, four dishes and four scenes. */
const NINE = 9;
const inPage = (page: Page) => page.locator("img[data-in-page]");

/** Scrolls through them, and asks the browser for each whether it could draw it. */
async function allDrawn(page: Page) {
  for (const picture of await inPage(page).all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0))
      .toBe(true);
  }
}

test.describe("without scripts, and with no other file than the page", () => {
  test.use({ javaScriptEnabled: false });

  test("home's first drawings are there", async ({ page }) => {
    await page.route("**/*", (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    await page.goto(site);

    await expect(inPage(page)).toHaveCount(NINE);
    await allDrawn(page);
  });
});

test("another brand brings its own drawings, and the first brand's come back", async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  await page.goto(site);
  const brand = (name: string) => page.getByRole("banner").getByRole("button", { name });
  const halal = (name: string) => page.locator(`img[data-in-page][src*="${name}-halal"]`);
  await allDrawn(page);

  await brand("Thong Cha").click();
  await expect(halal("thong")).toBeAttached();
  await allDrawn(page);

  await brand("Krua Bowl").click();
  await expect(halal("krua")).toBeAttached();
  await expect(halal("thong")).toHaveCount(0);
  await allDrawn(page);
});
