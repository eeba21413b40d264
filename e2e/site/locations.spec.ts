import type { Page } from "@playwright/test";

import { expect, test } from "../support/test.ts";

import { site } from "../support/servers.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { serveTiles } from "../support/map-tiles.ts";

const map = (page: Page) => page.getByRole("region", { name: /^Map of the outlets/ });
const isPhone = () => test.info().project.name === "phone";

async function openMap(page: Page) {
  await page.goto(`${site}/locations`);
  if (isPhone()) await page.getByRole("tab", { name: "Map" }).click();
  await expect(map(page)).toBeVisible();
}

test("the map is beside the list, and behind a tab on phones; a marker leads to its card @long @phone", async ({
  page,
}) => {
  const referers = await serveTiles(page);
  await page.goto(`${site}/locations`);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(map(page)).toHaveCount(isPhone() ? 0 : 1);
  if (isPhone()) expect(referers).toEqual([]);

  await openMap(page);
  await expect.poll(() => referers.length).toBeGreaterThan(0);
  expect(new Set(referers)).toEqual(new Set([`${site}/`]));
  await expectAccessible(page);
  await expectNothingSideways(page);

  await map(page).getByRole("button", { name: "Sri Petaling" }).click();
  await expect(page.getByText("Sri Petaling is marked on the map.")).toBeVisible();
  await expect(
    page.getByRole("article").filter({ hasText: "Sri Petaling" }).last(),
  ).toBeInViewport();
});

test("one finger scrolls the page past the map @phone-only", async ({ page }) => {
  await openMap(page);
  await map(page).scrollIntoViewIfNeeded();
  const box = (await map(page).boundingBox())!;
  const before = await page.evaluate(() => scrollY);
  const browser = await page.context().newCDPSession(page);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: at }],
    });
  await touch("touchStart", y);
  for (let moved = 20; moved <= 200; moved += 20) await touch("touchMove", y - moved);
  await touch("touchEnd");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
});

test("the wheel scrolls the page until the map is clicked", async ({ page }) => {
  await serveTiles(page);
  await openMap(page);
  const tiles = map(page).locator("img.leaflet-tile");
  /** How deep the map is zoomed in: the largest zoom of its tiles' addresses. */
  const depth = () =>
    tiles.evaluateAll((all) =>
      Math.max(
        ...all.map((tile) =>
          Number(new URL((tile as HTMLImageElement).src).pathname.split("/")[1]),
        ),
      ),
    );
  await expect.poll(depth).toBeGreaterThan(0);
  const before = await depth();

  await map(page).hover({ position: { x: 60, y: 200 } });
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(await depth()).toBe(before);

  await map(page).click({ position: { x: 60, y: 200 } });
  await page.mouse.wheel(0, -200);
  await expect.poll(depth).toBeGreaterThan(before);
});

test("with the visitor's location the nearest outlet comes first, with distances", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 1.55, longitude: 103.79 });
  await page.goto(`${site}/locations`);

  await page.getByRole("button", { name: "Near me" }).click();

  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("JB Toppen");
  await expect(page.getByRole("article").first()).toContainText("0.8 km");
});
