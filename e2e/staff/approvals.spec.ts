import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("what the help desk proposes, head office approves with their passkey, on the narrowest phone", async ({
  page,
  browser,
}) => {
  const member = await registered();
  const desk = await (await browser.newContext()).newPage();
  await signedInToOffice(desk, { name: "Hana Desk", role: "help-desk" });
  await desk.goto(`${staff}/members?id=${member.user.id}`);
  await desk.getByLabel("Why you look them up").fill("Called about a bill");
  await desk.getByRole("button", { name: "Find" }).click();
  await desk.getByRole("button", { name: "Adjust points" }).click();
  const asking = desk.getByRole("dialog");
  await asking.getByRole("textbox", { name: "Points" }).fill("5");
  await asking.getByRole("textbox", { name: "Reason" }).fill("Ticket 4711, a bill of another");
  await asking.getByRole("button", { name: "Adjust points" }).click();
  await expect(desk.getByText(/\+5 points wait for another person/)).toBeVisible();
  await desk.goto(`${staff}/approvals`);
  await expect(desk.getByText(/^You proposed this yourself/)).toBeVisible();
  await desk.context().close();

  await signedInToOffice(page, { name: "Mei Office", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/approvals`);
  const proposal = page
    .getByRole("article")
    .filter({ has: page.locator(`a[href="/members?id=${member.user.id}"]`) });
  await expect(proposal.getByText(/^Proposed by Hana Desk/)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  verifiedLongAgo("Mei Office");
  await proposal.getByRole("button", { name: /^Approve/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("cell")).toHaveText(["0", "5"]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByText(/^Approved and done\./)).toBeVisible();
  await expect(proposal).toBeHidden();
});
