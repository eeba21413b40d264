import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

test("a manager verifies all ticked bills, and moves one as far as a second person, on the narrowest phone", async ({
  page,
}) => {
  const member = await registered();
  const other = await registered();
  const till = aTill();
  await till.postBill(member.user.id, 40);
  await till.postBill(other.user.id, 30);
  await signedInToOffice(page, { name: "Ravi", role: "outlet-manager", outletId: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/bills`);
  const rowOf = (id: number) =>
    page.getByRole("row").filter({ has: page.locator(`a[href="/members?id=${id}"]`) });
  await expect(rowOf(member.user.id)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await rowOf(member.user.id).getByRole("button", { name: /^Move/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Card code or member id").fill(String(other.user.id));
  await dialog.getByRole("button", { name: "Look up" }).click();
  await expect(dialog.getByText(`It is ${other.name}, member ${other.user.id}.`)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Ticket 4711, the wrong card");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(page.getByText(/^Nothing has moved yet/)).toBeVisible();

  await rowOf(other.user.id).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Verify 1 bill" }).click();
  await expect(page.getByRole("dialog", { name: "1 bill is verified" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect(rowOf(other.user.id)).toBeHidden();
});
