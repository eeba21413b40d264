import type { Page } from "@playwright/test";

import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("a setting is changed in a draft by one person and approved by another, on the narrowest phone", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Mei Proposes", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/programme`);
  const alone = page.getByText(/^One login may move .* points of a member alone/);
  await expect(alone).toContainText("1,000");
  await expectAccessible(page);
  await expectNothingSideways(page);

  await saved(page, "adjust_limit: 1000", "adjust_limit: 1100");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await submit(page);
  await expect(page.getByText(/^You submitted this yourself/)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Raj Approves", role: "head-office" });
  await other.setViewportSize({ width: 360, height: 740 });
  verifiedLongAgo("Raj Approves");
  await approve(other);
  await other.getByRole("button", { name: "Use your passkey" }).click();
  await expect(other.getByText(/^Approved: it is in force/)).toBeVisible();
  await expect(other.getByText(/^The last draft: In force as version/)).toBeVisible();
  await expect(other.getByText(/^One login may move 1,100 points/)).toBeVisible();
  await expect(other.getByRole("cell", { name: /Mei Proposes/ }).first()).toBeVisible();

  // Other tests know the programme as it was.
  await page.reload();
  await saved(page, "adjust_limit: 1100", "adjust_limit: 1000");
  await submit(page);
  await expect(page.getByText("Waits for another person")).toBeVisible();
  await approve(other);
  await expect(other.getByText(/^One login may move 1,000 points/)).toBeVisible();
  await other.context().close();
});

/** Changes a line of the programme in a new draft, and saves it. */
async function saved(page: Page, before: string, after: string) {
  await page.getByRole("button", { name: "Begin a draft", exact: true }).click();
  const file = page.getByRole("textbox", { name: "The programme as a file" });
  await expect(file).toHaveValue(new RegExp(before));
  await file.fill((await file.inputValue()).replace(before, after));
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("row", { name: /settings · adjust_limit/ })).toBeVisible();
}

/** Submits the draft that is being changed. */
async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Agreed with finance");
  await dialog.getByRole("button", { name: "Submit" }).click();
}

/** Approves the draft that waits. */
async function approve(page: Page) {
  await page.goto(`${staff}/programme`);
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Looked at every line");
  await dialog.getByRole("button", { name: "Approve" }).click();
}
