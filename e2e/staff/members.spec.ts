import { readFile } from "node:fs/promises";

import { aPerson, opens, registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { countedActions, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

test("the help desk finds a member by number, reads the history and asks for points, on the narrowest phone @long", async ({
  page,
}) => {
  const member = await registered();
  await (await aTill()).earn(member.user.id, 120);
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
  const earned = page.getByText(/^\+120 for receipt \S+, /);
  await expect(earned).toBeVisible();
  await page.getByRole("tab", { name: "Rewards" }).click();
  await expect(page.getByText("There is none of this kind.")).toBeVisible();
  await page.getByRole("tab", { name: "Bills" }).click();
  await expect(earned).toBeVisible();
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

test("a call about missing points is answered on the first screen of a phone", async ({ page }) => {
  const member = await registered();
  const till = await aTill(14);
  for (let count = 1; count <= 12; count++) await till.earn(member.user.id, count);
  await till.postBill(member.user.id, 47, "CALL-1");
  await signedInToOffice(page, { name: "Manager of calls", role: "outlet-manager", outletId: 14 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(staff);
  const act = countedActions(4);
  const groups = page.getByRole("navigation", { name: "Groups" });
  await act(groups.getByRole("link", { name: "Members" }).click());
  await act(page.getByRole("textbox", { name: "Mobile number" }).fill(`60${member.mobileNumber}`));
  await act(page.keyboard.press("Enter"));
  await expect(page.getByText("CALL-1, RM 47.00")).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("+47 points to come")).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNothingSideways(page);
});

test("head office corrects a record at once @long", async ({ page }) => {
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

test("the help desk says why, and the member reads that in the export that head office hands over @long", async ({
  page,
  browser,
  request,
}) => {
  const member = await registered(aPerson("Wong Li Ting"));
  const why = "Ticket 4713, points are missing";
  const desk = await (await browser.newContext()).newPage();
  await signedInToOffice(desk, { name: "Nadia Desk", role: "help-desk" });
  await desk.setViewportSize({ width: 360, height: 740 });
  await desk.goto(`${staff}/members`);
  await desk.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber);
  await desk.getByRole("button", { name: "Find" }).click();
  await expect(desk.getByText("Please write at least 8 characters.")).toBeVisible();
  await expectAccessible(desk);
  await desk.getByLabel("Why you look them up").fill(why);
  await desk.getByRole("button", { name: "Find" }).click();
  await expect(desk.getByRole("heading", { level: 1, name: member.name })).toBeVisible();
  await desk.getByRole("button", { name: "More actions" }).click();
  await expect(desk.getByRole("menuitem", { name: "Sign out everywhere" })).toBeVisible();
  await expect(desk.getByRole("menuitem", { name: "Export as a file" })).toHaveCount(0);
  await desk.context().close();

  await signedInToOffice(page, { name: "Ooi Office", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/members`);
  verifiedLongAgo("Ooi Office");
  const act = countedActions();
  await act(page.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber));
  await act(page.getByRole("button", { name: "Find" }).click());
  await act(page.getByRole("button", { name: "More actions" }).click());
  await act(page.getByRole("menuitem", { name: "Export as a file" }).click());
  const dialog = page.getByRole("dialog");
  await act(dialog.getByRole("textbox", { name: "Reason" }).fill("They asked for their data"));
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(dialog.getByRole("button", { name: "Export as a file" }).click());
  const saved = page.waitForEvent("download");
  await act(page.getByRole("button", { name: "Use your passkey" }).click());
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`member-${member.user.id}.json`);
  const handedOver = JSON.parse(await readFile(await file.path(), "utf8")) as Exported;
  expect(handedOver.member).toMatchObject({ name: member.name });
  expect(reasonsIn(handedOver)).toContain(why);
  await expect(page.getByText(/^Done: the file member-\d+\.json is saved/)).toBeVisible();
  await expectAccessible(page);

  // Their own export has the same.
  const own = await request.get(`${api}/api/member/${member.user.id}/export`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  expect(reasonsIn((await own.json()) as Exported)).toContain(why);
});

interface Exported {
  member: { name: string };
  records: { officeLog: { reason: string }[] };
}

const reasonsIn = (exported: Exported) => exported.records.officeLog.map(({ reason }) => reason);

test("head office erases a member who asked for it @long", async ({ page, request }) => {
  const member = await registered(aPerson("Lim Leaves"));
  await signedInToOffice(page, { name: "Pang Office", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/members`);
  const act = countedActions();
  await act(page.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber));
  await act(page.getByRole("button", { name: "Find" }).click());
  await act(page.getByRole("button", { name: "More actions" }).click());
  await act(page.getByRole("menuitem", { name: "Erase" }).click());
  const dialog = page.getByRole("dialog", { name: "Erase Lim Leaves for good?" });
  await act(dialog.getByRole("textbox", { name: "Reason" }).fill("They asked for it by e-mail"));
  await expectAccessible(page);
  await expectNothingSideways(page);
  expect(await opens(member.token, member.user.id, request)).toBe(true);
  await act(dialog.getByRole("button", { name: "Erase" }).click());
  await expect(page.getByText(`Done: member ${member.user.id} is erased.`)).toBeVisible();
  await expect(page.getByText("Lim Leaves")).toBeHidden();
  await expectAccessible(page);
  expect(await opens(member.token, member.user.id, request)).toBe(false);

  await page.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
});
