import type { Page } from "@playwright/test";

import { memberOnMini } from "../support/pages.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Member pages" });

test.describe("on a phone", { tag: "@phone-only" }, () => {
  test("every page is one tap away, and the content ends above the bar", async ({ page }) => {
    await memberOnMini(page);
    await page.goto(`${mini}/dashboard`);

    for (const [name, path] of [
      ["My code", "/rewards"],
      ["Redeem", "/redeem"],
      ["Activity", "/activity"],
      ["Profile", "/profile"],
      ["Dashboard", "/dashboard"],
    ] as const) {
      const link = bar(page).getByRole("link", { name });
      const size = await link.boundingBox();
      expect(Math.min(size!.width, size!.height)).toBeGreaterThanOrEqual(44);
      await link.tap();
      await expect(page).toHaveURL(`${mini}${path}`);
      await expect(link).toHaveAttribute("aria-current", "page");
    }

    const last = page.getByRole("main").getByText("Points FAQ");
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    const floor = (await bar(page).boundingBox())!;
    const end = (await last.boundingBox())!;
    expect(end.y + end.height).toBeLessThan(floor.y);
    const toTop = (await page.getByRole("button", { name: "Back to top" }).boundingBox())!;
    expect(toTop.y + toTop.height).toBeLessThan(floor.y);
  });

  test("the bar is hidden while the keyboard is open, and replaced by a reward's own button", async ({
    page,
  }) => {
    await memberOnMini(page);
    await page.goto(`${mini}/redeem`);
    await expect(bar(page)).toBeVisible();

    // The keyboard comes with the field and takes its part of the window (`resizes-content`).
    const { width, height } = page.viewportSize()!;
    await page.getByRole("searchbox").fill("tea");
    await page.setViewportSize({ width, height: height - 340 });
    await expect(bar(page)).toBeHidden();

    // It is put away, and the field keeps the focus.
    await page.setViewportSize({ width, height });
    await expect(page.getByRole("searchbox")).toBeFocused();
    await expect(bar(page)).toBeVisible();

    await page.getByRole("searchbox").clear();
    await page
      .getByRole("link", { name: /^View Details of/ })
      .first()
      .tap();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await expect(page).toHaveURL(/\/reward\//);
    await expect(bar(page)).toBeHidden();

    await page.goBack();
    await expect(bar(page)).toBeVisible();
  });
});

test("a wide window has the links in a rail beside every member page", async ({ page }) => {
  await memberOnMini(page);
  await page.goto(`${mini}/settings/notifications`);
  await bar(page).getByRole("link", { name: "My code" }).click();

  await expect(page).toHaveURL(`${mini}/rewards`);
  const rail = (await bar(page).boundingBox())!;
  const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  expect(rail.height).toBe(page.viewportSize()!.height);
  expect(heading.x).toBeGreaterThan(rail.x + rail.width);
});
