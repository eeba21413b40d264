import type { Page } from "@playwright/test";

import { expectAccessible, movementsEnd } from "../support/quality.ts";
import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const firstPicture = "The form Join as Member with a name and a mobile number";
const viewer = (page: Page) => page.getByRole("dialog", { name: firstPicture });
const picture = (page: Page) => viewer(page).getByRole("img", { name: firstPicture });
const opener = (page: Page) => page.getByRole("button", { name: `Enlarge: ${firstPicture}` });
const zoom = (page: Page, percent: string) =>
  expect(viewer(page).getByRole("status", { name: "Zoom" })).toHaveText(percent);

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  await page.goto(`${site}/membership`);
  await page.waitForLoadState("networkidle");
});

async function openViewer(page: Page) {
  await page.getByRole("button", { name: /Tell us who you are$/ }).click();
  await page.getByRole("button", { name: "Pause the steps" }).click();
  await opener(page).click();
  await expect(picture(page)).toBeVisible();
  await picture(page).evaluate((image: HTMLImageElement) => image.decode());
  await movementsEnd(page);
}

/** The middle of the picture, in px of the screen. */
async function middle(page: Page) {
  const box = (await picture(page).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("the viewer is accessible, shows the whole picture, holds the focus and gives it back @long @phone", async ({
  page,
}) => {
  await openViewer(page);
  await expectAccessible(page);
  await expect(picture(page)).toBeInViewport({ ratio: 1 });
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press("Tab");
    await expect(viewer(page).locator(":focus")).toHaveCount(1);
  }

  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(6, 300),
    () => viewer(page).getByRole("button", { name: "Close" }).click(),
  ]) {
    await close();
    await expect(viewer(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(picture(page)).toBeVisible();
  }
});

test("keys, buttons and the wheel zoom from half to three times, and the page behind stays @long", async ({
  page,
}) => {
  await openViewer(page);
  await zoom(page, "100%");

  await viewer(page).getByRole("button", { name: "Zoom in" }).click();
  await zoom(page, "125%");
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("+");
  await zoom(page, "300%");
  for (let press = 0; press < 12; press += 1) await page.keyboard.press("-");
  await zoom(page, "50%");
  await page.keyboard.press("0");
  await zoom(page, "100%");

  const before = await page.evaluate(() => window.scrollY);
  const { x, y } = await middle(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -2000);
  await zoom(page, "300%");
  await page.mouse.wheel(0, 4000);
  await zoom(page, "50%");
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});

test("a double tap zooms to twice and back; what is zoomed in is panned @long", async ({
  page,
}) => {
  await openViewer(page);
  const { x, y } = await middle(page);

  // What is not zoomed in stays where it is.
  const drag = async (by: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + by / 2, { steps: 3 });
    await page.mouse.move(x, y + by, { steps: 3 });
    await page.mouse.up();
  };
  await drag(80);
  expect((await middle(page)).y).toBeCloseTo(y, 0);

  await page.mouse.dblclick(x, y);
  await zoom(page, "200%");
  await drag(80);
  expect((await middle(page)).y).toBeCloseTo(y + 80, 0);

  await page.mouse.dblclick(x, y);
  await zoom(page, "100%");
  expect((await middle(page)).y).toBeCloseTo(y, 0);
  await expect(viewer(page)).toBeVisible();
});

test("two fingers pinch @phone-only", async ({ page, context }) => {
  await openViewer(page);
  const { x, y } = await middle(page);
  const browser = await context.newCDPSession(page);
  const fingers = (apart: number) => [
    { x, y: y - apart, id: 1 },
    { x, y: y + apart, id: 2 },
  ];

  await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(60) });
  for (const apart of [80, 100, 120])
    await browser.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: fingers(apart),
    });
  await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });

  await zoom(page, "200%");
});

test("the steps wait while the keyboard is on them", async ({ page }) => {
  await page.getByRole("button", { name: "I am a member already" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Enlarge/ })).toBeFocused();
  await expect(page.locator("[data-turning]")).toHaveCount(0);

  await page.getByRole("button", { name: "I am a member already" }).focus();
  await expect(page.locator("[data-turning]")).toHaveCount(1);
});
