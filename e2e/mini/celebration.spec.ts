import type { Page } from "@playwright/test";

import { signedInOnMini } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { mini } from "../support/servers.ts";
import { movementsEnd } from "../support/quality.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/** Claims a milk tea; answers how long its picture and the petals moved, in ms, each once. */
async function claimed(page: Page, brand: string): Promise<number[]> {
  const member = await registered();
  await (await aTill()).earn(member.user.id, 600);
  await page.addInitScript((key) => localStorage.setItem("activeTab", key), brand);
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    addEventListener("animationstart", ({ target }) => {
      if (!(target as Element).closest("[data-moment]")) return;
      const [moving] = (target as Element).getAnimations();
      const { duration, iterations } = moving!.effect!.getTiming();
      if (iterations === 1) seen.push(Number(duration));
    });
  });
  await signedInOnMini(page, member);
  await page.goto(`${mini}/reward/1?isPromotion=true`);
  await page.getByRole("button", { name: "Claim Now" }).click();
  await page.getByRole("button", { name: "Confirm Claim" }).click();
  const dialog = page.getByRole("dialog", { name: "Reward Claimed Successfully!" });
  await expect(dialog.locator("[data-moment]")).toBeVisible();
  await movementsEnd(page);
  return page.evaluate(() => [...new Set((window as unknown as { seen: number[] }).seen)].sort());
}

test("a claim is celebrated once in each brand, and without movement for reduced motion @long", async ({
  browser,
}) => {
  for (const [brand, reducedMotion, expected] of [
    ["krua-bowl", "no-preference", [600, 900]],
    ["thong-cha", "no-preference", [600, 900]],
    ["krua-bowl", "reduce", []],
  ] as const) {
    await test.step(`${brand}, ${reducedMotion}`, async () => {
      const context = await browser.newContext({ reducedMotion });
      expect(await claimed(await context.newPage(), brand)).toEqual(expected);
      await context.close();
    });
  }
});
