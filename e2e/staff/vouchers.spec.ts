import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways, expectTargets } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";
import { shownTea } from "../support/vouchers.ts";

test("a manager finds a shown voucher, uses it by hand and asks to undo that, on the narrowest phone @long", async ({
  page,
}) => {
  const member = await registered();
  await (await aTill()).earn(member.user.id, 600);
  const { code } = await shownTea(member);
  await signedInToOffice(page, { name: "Ravi", role: "outlet-manager", outletId: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/vouchers`);
  const row = page
    .getByRole("row")
    .filter({ has: page.locator(`a[href="/members?id=${member.user.id}"]`) });
  const choose = async (act: string) => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  await expect(row).toContainText("Shown until");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await expectTargets(page);

  await page.getByLabel("Code of the voucher").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("button", { name: "Show the list" })).toBeVisible();
  await choose("Use");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The tablet is broken");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await dialog.getByRole("button", { name: "Use" }).click();
  await expect(row).toContainText("Used");

  await choose("Undo the use");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("They left without the tea");
  await dialog.getByRole("button", { name: "Undo the use" }).click();
  await expect(page.getByText(/^Nothing has changed yet/)).toBeVisible();
  // Asked once: a second time the request that waits is named.
  await choose("Undo the use");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("They left without the tea");
  await dialog.getByRole("button", { name: "Undo the use" }).click();
  await expect(
    dialog.getByText(/^This is already waiting for a decision: proposal \d+\.$/),
  ).toBeVisible();
});

test("a voucher that is shown is given back to its member @long", async ({ page }) => {
  const member = await registered();
  await (await aTill()).earn(member.user.id, 600);
  await shownTea(member);
  await signedInToOffice(page, { name: "Ravi", role: "outlet-manager", outletId: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/vouchers`);
  const row = page
    .getByRole("row")
    .filter({ has: page.locator(`a[href="/members?id=${member.user.id}"]`) });
  // What a narrower desk leaves out of the heads it leaves out of each row, also where there is nothing in it.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(row.locator("th, td").filter({ visible: true })).toHaveCount(
    await page.locator("thead").locator("th, td").filter({ visible: true }).count(),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Release" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Shown at the wrong outlet");
  await dialog.getByRole("button", { name: "Release" }).click();
  await expect(page.getByText(/^Done: .* is the member's again\.$/)).toBeVisible();
  await expect(row).toBeHidden();
});

test("head office cancels a voucher with a reason, and its points come back @long", async ({
  page,
  request,
}) => {
  const member = await registered();
  await (await aTill()).earn(member.user.id, 600);
  const { code } = await shownTea(member);
  await signedInToOffice(page, { name: "Goh Office", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/vouchers`);
  const act = countedActions();
  await act(page.getByLabel("Code of the voucher").fill(code));
  await act(page.getByRole("button", { name: "Find" }).click());
  const row = page
    .getByRole("row")
    .filter({ has: page.locator(`a[href="/members?id=${member.user.id}"]`) });
  await act(row.getByRole("button", { name: /^Actions for/ }).click());
  await act(page.getByRole("menuitem", { name: "Cancel it" }).click());
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The member gets 500 points back. This cannot be undone.");
  await act(dialog.getByRole("button", { name: "Cancel it" }).click());
  await expect(dialog.getByText("Please write at least 8 characters.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(dialog.getByRole("textbox", { name: "Reason" }).fill("The tea had run out"));
  await act(dialog.getByRole("button", { name: "Cancel it" }).click());
  await expect(page.getByText(/^Done: .* is cancelled\.$/)).toBeVisible();
  await expect(row).toContainText(/Cancelled \d/);
  const balance = await request.get(`${api}/api/member/${member.user.id}`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  expect(await balance.json()).toMatchObject({ memberPointAmount: 600 });
});
