import { readFile } from "node:fs/promises";

import { flask } from "../support/database.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("finance reads the figures, opens the rows of one and takes them away, on the narrowest phone @long", async ({
  page,
}) => {
  const { user } = await registered();
  await flask("member", "erase", String(user.id), "--yes", "--reason", "They asked for it");
  await signedInToOffice(page, { name: "Farah Finance", role: "finance" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/figures`);
  await expect(page.getByText("Owed to members now", { exact: true })).toBeVisible();
  await expect(page.locator("canvas")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Visits" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("button", { name: "Show the rows: Left", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Left" });
  await expect(dialog.getByRole("rowheader", { name: String(user.id), exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  verifiedLongAgo("Farah Finance");
  await dialog.getByRole("button", { name: "Download CSV" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Use your passkey" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
  expect(head).toMatch(/^\W?member,outlet,joined,left$/);
  // Those who left, and nobody else.
  expect(lines.map((line) => line.split(",")[0])).toContain(String(user.id));
  expect(lines.filter((line) => line.endsWith(","))).toEqual([]);
  await expect(page.getByText("The file was downloaded.")).toBeVisible();
});

test("on paper the figures are whole tables without buttons, in dark colours too @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Faisal Finance", role: "finance" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 680, height: 960 });
  await page.goto(`${staff}/figures`);
  await expect(page.getByText("Owed to members now", { exact: true })).toBeVisible();
  const outlets = page.getByRole("table", { name: "By outlet" });
  await expect(outlets).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const tooWide = await page.locator("dl dd:nth-of-type(1)").evaluateAll((sums) => {
    for (const sum of sums) sum.textContent = "RM\u00A01,234,567.89";
    return sums.filter((sum) => sum.scrollWidth > sum.clientWidth || sum.clientHeight > 40).length;
  });
  expect(tooWide).toBe(0);
  await page.setViewportSize({ width: 680, height: 960 });
  await page.emulateMedia({ media: "print" });
  await expect(outlets.getByRole("columnheader", { name: "Points earned" })).toBeVisible();
  await expect(page.getByRole("table", { name: "By day" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.locator("canvas")).toBeHidden();
  const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth);
  expect(wide).toBeLessThanOrEqual(680);
});
