import { readFile } from "node:fs/promises";

import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways, expectTargets } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The points of a line of the roll-forward, without their sign. */
const numberIn = (text: string | null) => Number((text ?? "").replaceAll(/[^0-9]/g, ""));

test("finance reads what is owed, explains it down to a bill, and takes it away @long", async ({
  page,
}) => {
  const member = await registered();
  const till = await aTill(16);
  await till.postBill(member.user.id, 43, "ME-1");
  await till.verify(await till.postBill(member.user.id, 1_234.5, "ME-2"));
  await signedInToOffice(page, { name: "Chan Li Fen", role: "finance" });
  await page.goto(`${staff}/month-end?first=${today()}&last=${today()}`);
  const roll = page.getByRole("table").first();
  const earned = roll.getByRole("row", { name: /^Earned/ });
  await expect(earned).toBeVisible();
  await expect(page.getByText("Ties to the ledger to the point.")).toBeVisible();
  expect(numberIn(await earned.getByRole("cell").first().textContent())).toBeGreaterThan(1_000);
  const cells = roll.locator("tbody tr td:nth-of-type(1)");
  const signs = (await cells.allTextContents()).map(
    (text) => numberIn(text) * (text.startsWith("−") ? -1 : 1),
  );
  const closing = signs.pop();
  expect(signs.reduce((sum, each) => sum + each, 0)).toBe(closing);
  for (const width of [360, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingSideways(page);
    await expectAccessible(page);
  }
  await expectTargets(page);

  const outlets = page.getByRole("table", { name: "By outlet" });
  await outlets.getByRole("button", { name: /^LaLaport Bukit Bintang: Earned/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("rowheader", { name: "ME-2" })).toBeVisible();
  await expect(dialog.getByRole("rowheader", { name: "ME-1" })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  verifiedLongAgo("Chan Li Fen");
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Use your passkey" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`liability-${today()}.csv`);
  expect(await readFile(await file.path(), "utf8")).toContain("total, RM");
});

test("on A4 the month end is one legible page in dark colours too @long", async ({ page }) => {
  await signedInToOffice(page, { name: "Chua Finance", role: "finance" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${staff}/month-end?first=${today()}&last=${today()}`);
  await expect(page.getByText("Ties to the ledger to the point.")).toBeVisible();
  await page.setViewportSize({ width: 680, height: 960 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Loyalty points owed to members")).toBeVisible();
  await expect(page.getByText("Prepared by")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth);
  expect(wide).toBeLessThanOrEqual(680);
  // One sheet of A4, with every outlet and the signatures.
  const paper = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
});
