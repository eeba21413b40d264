import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, type Page } from "@playwright/test";

import { paths, site, staff } from "./servers.ts";

export const withTheMenu = (work: () => Promise<void>) => alone("menu", work);

/** The same with the outlets: two tests that publish at once are two managers who do. */
export const withTheOutlets = (work: () => Promise<void>) => alone("outlets", work);

async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const lock = join(paths.folder, `${name}.lock`);
  await expect.poll(() => isTaken(lock), { timeout: 60_000 }).toBe(true);
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

export async function publishPrice(
  page: Page,
  { dish, price, reason }: { dish: string; price: string; reason: string },
): Promise<void> {
  await page.goto(`${staff}/content`);
  await page.getByRole("link", { name: "Menu and prices" }).click();
  await page
    .getByRole("button", { name: `Edit ${dish}` })
    .first()
    .click();
  await page.getByLabel("Price in RM").fill(price);
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the draft?" });
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("cell", { name: reason }).first()).toBeVisible();
}

export const dishOf = (page: Page, dish: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: dish, exact: true }) });

/** The site's menu shows a price: its page asks for what is newer than the build, and the API keeps it for some seconds. */
export async function expectPrice(page: Page, dish: string, price: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${site}/menu`);
    await expect(dishOf(page, dish)).toContainText(price, { timeout: 3000 });
  }).toPass();
}
