import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

test("the help desk finds a member by number, reads the history and asks for points, on the narrowest phone", async ({
  page,
}) => {
  const member = await registered();
  await aTill().earn(member.user.id, 120);
  await signedInToOffice(page, { name: "Hana", role: "help-desk" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/members`);
  await expect(page.getByRole("button", { name: "Find" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber);
  await page.getByLabel("Why you look them up").fill("Called about a bill");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("heading", { level: 1, name: member.name })).toBeVisible();
  await expect(page.getByText(/^\+120 for receipt \S+, /)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("button", { name: "Adjust points" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Points" }).fill("5");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Ticket 4711, a bill of another");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Adjust points" }).click();
  await expect(page.getByText(/\+5 points wait for another person/)).toBeVisible();
});

test("head office corrects a record at once", async ({ page }) => {
  const member = await registered();
  await signedInToOffice(page, { name: "Hui Min", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/members?id=${member.user.id}`);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: "Correct" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Occupation").fill("Baker");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Ticket 4712, a wish");
  await dialog.getByRole("button", { name: "Correct" }).click();
  await expect(page.getByText("Done: the record is corrected.")).toBeVisible();
  await expect(page.getByText("Baker")).toBeVisible();
});
