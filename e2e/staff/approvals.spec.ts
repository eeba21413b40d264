import { aPerson, type MemberPerson, registered } from "../support/people.ts";
import type { Browser, Page } from "@playwright/test";

import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { anAuthenticator } from "../support/passkeys.ts";
import { api, staff } from "../support/servers.ts";
import { countedActions, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("what the help desk proposes, head office approves with their passkey, on the narrowest phone @long", async ({
  page,
  browser,
}) => {
  const member = await registered();
  const desk = await (await browser.newContext()).newPage();
  await signedInToOffice(desk, { name: "Hana Desk", role: "help-desk" });
  await desk.goto(`${staff}/members`);
  await desk.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber);
  await desk.getByLabel("Why you look them up").fill("Called about a bill");
  await desk.getByRole("button", { name: "Find" }).click();
  await desk.getByRole("button", { name: "Adjust points" }).click();
  const asking = desk.getByRole("dialog");
  await asking.getByRole("textbox", { name: "Points" }).fill("5");
  await asking.getByRole("textbox", { name: "Reason" }).fill("Ticket 4711, a bill of another");
  await asking.getByRole("button", { name: "Adjust points" }).click();
  await expect(desk.getByText(/\+5 points wait for another person/)).toBeVisible();
  await desk.goto(`${staff}/approvals`);
  await expect(desk.getByText(/^This comes from you/)).toBeVisible();
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

async function proposedAtDesk(browser: Browser, member: MemberPerson, name: string) {
  const desk = await (await browser.newContext()).newPage();
  await signedInToOffice(desk, { name, role: "help-desk" });
  await desk.setViewportSize({ width: 360, height: 740 });
  await desk.goto(`${staff}/members`);
  await desk.getByRole("textbox", { name: "Mobile number" }).fill(member.mobileNumber);
  await desk.getByLabel("Why you look them up").fill("Called about a bill");
  await desk.getByRole("button", { name: "Find" }).click();
  await desk.getByRole("button", { name: "Adjust points" }).click();
  const asking = desk.getByRole("dialog");
  await asking.getByRole("textbox", { name: "Points" }).fill("7");
  await asking.getByRole("textbox", { name: "Reason" }).fill("Ticket 4720, a bill of another");
  await asking.getByRole("button", { name: "Adjust points" }).click();
  await expect(desk.getByText(/\+7 points wait for another person/)).toBeVisible();
  await desk.goto(`${staff}/approvals`);
  return desk;
}

const proposalOf = (page: Page, { user }: MemberPerson) =>
  page.getByRole("article").filter({ has: page.locator(`a[href="/members?id=${user.id}"]`) });

async function approver(page: Page, name: string) {
  await signedInToOffice(page, { name, role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/approvals`);
}

test("who proposed cannot approve; another person refuses with a reason @long", async ({
  page,
  browser,
}) => {
  const member = await registered(aPerson("Refused Rahim"));
  const desk = await proposedAtDesk(browser, member, "Yusof Desk");
  const own = proposalOf(desk, member);
  await expect(own.getByText(/^This comes from you/)).toBeVisible();
  await expect(own.getByRole("button", { name: /^(Approve|Refuse)/ })).toHaveCount(0);
  await expectNothingSideways(desk);
  await desk.context().close();

  await approver(page, "Quah Office");
  const act = countedActions();
  await act(
    proposalOf(page, member)
      .getByRole("button", { name: /^Refuse/ })
      .click(),
  );
  const dialog = page.getByRole("dialog", { name: "Refuse this?" });
  await act(dialog.getByRole("button", { name: "Refuse" }).click());
  await expect(dialog.getByText("Please write at least 8 characters.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(dialog.getByRole("textbox", { name: "Reason" }).fill("The bill was right"));
  await act(dialog.getByRole("button", { name: "Refuse" }).click());
  await expect(page.getByText(/^Refused, nothing is changed\./)).toBeVisible();
  await expect(proposalOf(page, member)).toBeHidden();
  await expectAccessible(page);
});

test("who proposed something withdraws it @long", async ({ browser }) => {
  const member = await registered(aPerson("Withdrawn Rahim"));
  const desk = await proposedAtDesk(browser, member, "Vikram Desk");
  await expect(proposalOf(desk, member)).toBeVisible();
  await expectAccessible(desk);
  const act = countedActions();
  await act(
    proposalOf(desk, member)
      .getByRole("button", { name: /^Withdraw/ })
      .click(),
  );
  const dialog = desk.getByRole("dialog", { name: "Withdraw this?" });
  await act(dialog.getByRole("textbox", { name: "Reason" }).fill("It was the wrong member"));
  await expectAccessible(desk);
  await expectNothingSideways(desk);
  await act(dialog.getByRole("button", { name: "Withdraw" }).click());
  await expect(desk.getByText(/^Withdrawn, nothing is changed\./)).toBeVisible();
  await expect(proposalOf(desk, member)).toBeHidden();
  await desk.context().close();
});

test("of two who approve at once one reads who was quicker, and the points move once @long", async ({
  page,
  browser,
  request,
}) => {
  const member = await registered(aPerson("Raced Rahim"));
  const desk = await proposedAtDesk(browser, member, "Zul Desk");
  await desk.context().close();
  const other = await (await browser.newContext()).newPage();
  await approver(page, "Una Office");
  await approver(other, "Vera Office");
  for (const each of [page, other]) {
    await proposalOf(each, member)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(each.getByRole("dialog", { name: "Approve this?" })).toBeVisible();
  }
  await Promise.all(
    [page, other].map((each) =>
      each.getByRole("dialog").getByRole("button", { name: "Approve" }).click(),
    ),
  );
  const done = /^Approved and done\./;
  const late = /^(Una|Vera) Office has already approved this\.$/;
  for (const each of [page, other]) {
    await expect(each.getByText(done).or(each.getByText(late))).toBeVisible();
  }
  const counts = await Promise.all(
    [page, other].map(async (each) => ({
      done: await each.getByText(done).count(),
      late: await each.getByText(late).count(),
    })),
  );
  expect(counts.map((each) => each.done).toSorted()).toEqual([0, 1]);
  expect(counts.map((each) => each.late).toSorted()).toEqual([0, 1]);
  await expectAccessible(page);
  const record = await request.get(`${api}/api/member/${member.user.id}`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  expect(await record.json()).toMatchObject({ memberPointAmount: 7 });
  await other.context().close();
});

test("a stolen cookie of the staff cannot approve @long", async ({ page, browser, request }) => {
  const member = await registered(aPerson("Stolen Rahim"));
  const desk = await proposedAtDesk(browser, member, "Wan Desk");
  await desk.context().close();
  await approver(page, "Xavier Office");
  verifiedLongAgo("Xavier Office");

  const thief = await browser.newContext({ storageState: await page.context().storageState() });
  const stolen = await thief.newPage();
  // The thief's device has passkeys too, but none of this account.
  await anAuthenticator(stolen);
  await stolen.setViewportSize({ width: 360, height: 740 });
  await stolen.goto(`${staff}/approvals`);
  await proposalOf(stolen, member)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await stolen.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  const asked = stolen.getByRole("alertdialog", { name: "Confirm with your passkey" });
  await asked.getByRole("button", { name: "Use your passkey" }).click();
  await expect(asked.getByRole("button", { name: "Use your passkey" })).toBeVisible();
  await expect(asked.getByRole("button", { name: "Waiting for your passkey…" })).toBeHidden();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(stolen.getByRole("dialog").getByRole("alert")).toBeVisible();
  // Nor by the call itself.
  const id = await stolen.evaluate(async () => {
    const { approvalList } = await (await fetch("/api/staff/approval?limit=100")).json();
    return approvalList.find((each: { memberName: string }) => each.memberName === "Stolen Rahim")
      .id as number;
  });
  const refused = await stolen.evaluate(async (path) => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ decision: "approve", reason: "it is mine now" }),
    });
    return { status: answer.status, body: await answer.json() };
  }, `/api/staff/approval/${id}/decision`);
  expect(refused).toMatchObject({ status: 403, body: { code: "verification_needed" } });
  const record = await request.get(`${api}/api/member/${member.user.id}`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  expect(await record.json()).toMatchObject({ memberPointAmount: 0 });
  await thief.close();
});
