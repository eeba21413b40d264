import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("head office sees that the log is whole, and what a colleague did, on the narrowest phone @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Siti Hajar", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/log`);
  await expect(page.getByText(/entries are what was written\. Verified up to entry/)).toBeVisible();
  await page.getByLabel("What", { exact: true }).selectOption("Signed in");
  await expect(page.getByRole("rowheader", { name: "Signed in" }).first()).toBeVisible();
  // Nothing else is listed: making a passkey is an entry of its own.
  await expect(page.getByRole("rowheader").filter({ hasNotText: "Signed in" })).toHaveCount(0);
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByLabel("From (Malaysia time)").fill("2020-01-01T00:00");
  await page.getByLabel("Before (Malaysia time)").fill("2100-01-01T00:00");
  await page.getByRole("button", { name: "List the members" }).click();
  await expect(page.getByText(/members? (is|are) affected\./)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the numbers (CSV)" }).click();
  expect((await saved).suggestedFilename()).toBe("breach-members.csv");
});
