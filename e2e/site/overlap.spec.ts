import type { Page } from "@playwright/test";

import { expect, test } from "../support/test.ts";

import { joinAt, press } from "../support/dialogs.ts";
import { aPerson } from "../support/people.ts";
import { memberOnMini } from "../support/pages.ts";
import { mini, site } from "../support/servers.ts";

/** Fixed elements must not cover text: measured by their boxes, on a phone and on a tablet. */

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const linesIn = (page: Page, landmark: "contentinfo" | "main") =>
  page.getByRole(landmark).evaluate((foot) => {
    const lines: { x: number; y: number; width: number; height: number; text: string }[] = [];
    const walker = document.createTreeWalker(foot, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // What only screen readers are to find is one pixel wide.
      if (node.parentElement!.offsetWidth === 1) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { x, y, width, height } of range.getClientRects())
        lines.push({ x, y, width, height, text: node.textContent ?? "" });
    }
    return lines;
  });

test("at the end of a page the button Back to top covers no text, on a phone and on a tablet @long", async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const address of [`${site}/menu`, `${mini}/awards`]) {
      await page.goto(address);
      await expect(page.getByRole("contentinfo")).toBeAttached();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const button = page.getByRole("button", { name: "Back to top" });
      await expect(button).toBeVisible();
      const box = (await button.boundingBox())!;
      const covered = (await linesIn(page, "contentinfo")).filter((line) => overlap(line, box));
      expect(covered, `${address} at ${width}`).toEqual([]);
    }
  }
});

const FINGER_PX = 8;

test("on its way down a page the button Back to top covers no text @long", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await memberOnMini(page);
  for (const path of ["/menu", "/locations", "/redeem", "/settings/personal-info"]) {
    await page.goto(`${mini}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const y of [300, 500, 700]) {
      const button = page.getByRole("button", { name: "Back to top" });
      // Again until the page is as long as it will be: a lazily loaded part is not there with the title.
      await expect(async () => {
        await page.evaluate((top) => scrollTo(0, top), y);
        await expect(button).toBeVisible({ timeout: 1000 });
      }).toPass();
      const box = (await button.boundingBox())!;
      box.x += FINGER_PX;
      const covered = (await linesIn(page, "main")).filter((line) => overlap(line, box));
      expect(covered, `${path} at ${y}`).toEqual([]);
    }
  }
});

test("a toast covers neither title nor close button of the dialog it belongs to @long", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site}/login`);
  await press(page.getByRole("dialog", { name: "Sign In" }), "Sign Up");
  const dialog = page.getByRole("dialog", { name: "Join as Member" });
  await press(dialog, "Get OTP");
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toContainText("Please fill in all required fields");
  await expect(toast).toHaveAttribute("data-mounted", "true");

  const box = (await toast.boundingBox())!;
  for (const covered of [
    dialog.getByRole("heading", { name: "Join as Member" }),
    dialog.getByRole("button", { name: "Close" }),
  ]) {
    expect(overlap((await covered.boundingBox())!, box)).toBe(false);
  }
});

test("the referral question comes up from the lower edge below 768 px @long", async ({ page }) => {
  await joinAt(page, mini, aPerson("Hana Lim"));
  const dialog = page.getByRole("dialog", { name: "Have a referral code?" });
  await expect(dialog).toBeVisible();
  for (const [width, isSheet] of [
    [639, true],
    [767, true],
    [768, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const { x, y, width: wide, height } = (await dialog.boundingBox())!;
        return x === 0 && wide === width && Math.round(y + height) === 900;
      })
      .toBe(isSheet);
  }
});
