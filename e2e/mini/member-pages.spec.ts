import { rewardPath } from "../../libs/shell/src/routes/paths.ts";
import { memberOnMini } from "../support/pages.ts";
import {
  complaintsOf,
  expectAccessible,
  expectNothingSideways,
  expectStill,
  watchLayout,
} from "../support/quality.ts";
import { memberPages } from "../support/routes.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("every member page is accessible, does not shift, fits a narrow phone and logs no error @long @phone", async ({
  page,
}) => {
  test.slow();
  await memberOnMini(page);
  const complaints = complaintsOf(page);
  await watchLayout(page);
  const titles = new Set<string>();
  for (const path of memberPages) {
    await test.step(path, async () => {
      await page.goto(`${mini}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");

      await expect(page).toHaveURL(`${mini}${path}`);
      titles.add(await page.title());
      await expectStill(page);
      await expectAccessible(page);
      await expectNothingSideways(page);
    });
  }
  expect(complaints).toEqual([]);
  expect(titles.size).toBe(memberPages.length);
});

test("a visitor is sent from a member page to the sign-in, and from an unknown address home @long", async ({
  page,
}) => {
  await page.goto(`${mini}${rewardPath(1, "promotion")}`);
  await expect(page).toHaveURL(`${mini}/login`);
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible();

  await page.goto(`${mini}/nowhere`);
  await expect(page).toHaveURL(`${mini}/`);
});

test("a member sees the public pages here too, and is sent from the other addresses to the dashboard @long", async ({
  page,
}) => {
  await memberOnMini(page);
  await page.goto(`${mini}/menu`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${mini}/menu`);
  for (const path of ["/", "/login", "/login/AB12CD", "/nowhere"]) {
    await page.goto(`${mini}${path}`);
    await expect(page, path).toHaveURL(`${mini}/dashboard`);
  }
});

test.describe("without the service worker, which has every file", () => {
  test.use({ serviceWorkers: "block" });

  test("a page whose file does not load says so, and is shown when the reader asks again @long", async ({
    page,
  }) => {
    await memberOnMini(page);
    await page.route(/\/assets\/activity-screen-/, (route) => route.abort());
    await page.goto(`${mini}/dashboard`);
    const recent = page.getByRole("region", { name: "Recent Activity" });
    await recent.getByRole("link", { name: "View All" }).click();
    await expect(page.getByRole("alert")).toContainText("This page could not be shown");
    await expectAccessible(page);

    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Activity History" })).toBeVisible();
  });
});
