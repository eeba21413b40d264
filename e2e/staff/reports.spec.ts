import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { flask } from "../support/database.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/** Chooses a format of an export, and returns the file; the passkey is asked for. */
async function exported(page: Page, name: string, format: string, who: string) {
  verifiedLongAgo(who);
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: format }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Use your passkey" }).click();
  return saved;
}

test("finance reads the overview, opens the rows of a figure and takes them away, on the narrowest phone @long", async ({
  page,
}) => {
  const { user } = await registered();
  await flask("member", "erase", String(user.id), "--yes", "--reason", "They asked for it");
  await signedInToOffice(page, { name: "Farah Finance", role: "finance" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/overview`);
  await expect(page.getByText("Owed to members now", { exact: true })).toBeVisible();
  await expect(page.locator("canvas").first()).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  const tiers = page.getByRole("region", { name: "Members by tier, now" });
  await tiers.getByRole("button", { name: "Show as a table" }).click();
  await expect(tiers.getByRole("rowheader", { name: "Basic" })).toBeVisible();

  await page.getByRole("button", { name: "Left", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Left" });
  await expect(dialog.getByRole("rowheader", { name: String(user.id), exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  const file = await exported(page, "Export: Left", "CSV", "Farah Finance");
  expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
  expect(head).toMatch(/^\W?member,outlet,joined,left$/);
  // Those who left, and nobody else.
  expect(lines.map((line) => line.split(",")[0])).toContain(String(user.id));
  expect(lines.filter((line) => line.endsWith(","))).toEqual([]);
  await expect(page.getByText("The file was downloaded.")).toBeVisible();
});

test("the days of a report are in its address, and a large sum is on one line @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Fadli Finance", role: "finance" });
  await page.goto(`${staff}/overview`);
  await page.getByRole("button", { name: "Last month" }).click();
  await expect(page).toHaveURL(/first=\d{4}-\d{2}-01&last=/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Last month" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.goto(`${staff}/overview`);
  await expect(page.getByRole("button", { name: /^New members \d/ })).toBeVisible();
  const tooWide = await page
    .getByRole("list")
    .locator("strong")
    .evaluateAll((sums) => {
      for (const sum of sums) sum.textContent = "RM\u00A01,234,567.89";
      return sums.filter((sum) => sum.scrollWidth > sum.clientWidth || sum.clientHeight > 40)
        .length;
    });
  expect(tooWide).toBe(0);
});

test("outlets are compared, and vouchers are counted by reward, also on paper in dark colours @long", async ({
  page,
}) => {
  const member = await registered();
  await (await aTill(1)).earn(member.user.id, 600);
  await signedInToOffice(page, { name: "Faisal Finance", role: "finance" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${staff}/outlet-report`);
  const outlets = page.getByRole("table", { name: "By outlet" });
  await expect(outlets).toBeVisible();
  await expect(page.getByRole("table", { name: "Visits" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await outlets.getByRole("button", { name: "Bills", exact: true }).click();
  await expect(page).toHaveURL(/sort=-?verified/);
  const file = await exported(page, "Export: By outlet", "Excel (XLSX)", "Faisal Finance");
  expect(file.suggestedFilename()).toMatch(/^outlets-.*\.xlsx$/);

  await page.setViewportSize({ width: 680, height: 960 });
  await page.emulateMedia({ media: "print" });
  await expect(outlets.getByRole("columnheader", { name: "Points given" })).toBeVisible();
  await expect(page.locator("canvas")).toBeHidden();
  const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth);
  expect(wide).toBeLessThanOrEqual(680);
  await page.emulateMedia({ media: "screen" });

  await page.goto(`${staff}/reward-report`);
  await expect(page.getByRole("heading", { level: 1, name: "Rewards" })).toBeVisible();
  // A member who joined has a voucher of welcome.
  await expect(page.getByRole("table", { name: "By reward" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
});
