import type { Page } from "@playwright/test";

import { inDatabase } from "../support/database.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { countedActions, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

// There is one draft of the programme at a time.
test.describe.configure({ mode: "default" });

/** As the tests know the programme, whatever a first try has left: no draft, and the settings of a new database. */
test.beforeEach(() => {
  inDatabase(
    "UPDATE programme_drafts SET state = 'withdrawn', withdrawn_by = 'staff:1', withdrawn_at = saved_at WHERE state IN ('open', 'waiting', 'approved')",
  );
  inDatabase("DELETE FROM programme_settings");
});

test("a setting is changed in a draft by one person and approved by another, on the narrowest phone @long", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Mei Proposes", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/programme`);
  const alone = page.getByText(/^One person may move .* points of a member alone/);
  await expect(alone).toContainText("1,000");
  await expectAccessible(page);
  await expectNothingSideways(page);

  await saved(page, "adjust_limit: 1000", "adjust_limit: 1100");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await submit(page);
  await expect(page.getByText(/^You submitted this yourself/)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Raj Approves", role: "head-office" });
  await other.setViewportSize({ width: 360, height: 740 });
  verifiedLongAgo("Raj Approves");
  await approve(other);
  await other.getByRole("button", { name: "Use your passkey" }).click();
  await expect(other.getByText(/^Approved: it is in force/)).toBeVisible();
  await expect(other.getByText(/^The last draft: In force as version/)).toBeVisible();
  await expect(other.getByText(/^One person may move 1,100 points/)).toBeVisible();
  await expect(other.getByRole("cell", { name: /Mei Proposes/ }).first()).toBeVisible();

  // Other tests know the programme as it was.
  await page.reload();
  await saved(page, "adjust_limit: 1100", "adjust_limit: 1000");
  await submit(page);
  await expect(page.getByText("Waits for another person")).toBeVisible();
  await approve(other);
  await expect(other.getByText(/^One person may move 1,000 points/)).toBeVisible();
  await other.context().close();
});

test("a draft for a later day is approved, stays out of force until then, and is withdrawn @long", async ({
  page,
  browser,
}) => {
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await signedInToOffice(page, { name: "Nora Plans", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/programme`);
  const act = countedActions();
  await act(page.getByRole("button", { name: "Begin a draft", exact: true }).click());
  await act(changed(page, "bill_limit: ", "bill_limit: 1"));
  await act(page.getByRole("button", { name: "Save draft" }).click());
  await expect(page.getByRole("row", { name: /settings · bill_limit/ })).toBeVisible();
  await act(page.getByRole("button", { name: "Submit" }).click());
  const dialog = page.getByRole("dialog");
  await act(dialog.getByLabel("In force from").fill(day));
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(dialog.getByLabel("Reason").fill("From the new season on"));
  await act(dialog.getByRole("button", { name: "Submit" }).click());
  await expect(page.getByText("Waits for another person")).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Paul Approves", role: "head-office" });
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto(`${staff}/programme`);
  const limit = other.getByText(/^A till verifies bills up to RM/);
  const before = await limit.textContent();
  await approve(other);
  await expect(other.getByText(/^Approved: it is in force from /)).toBeVisible();
  await expect(other.getByText(/^Approved for /)).toBeVisible();
  await expect(limit).toHaveText(before!);
  await expectAccessible(other);
  await expectNothingSideways(other);

  const withdraw = countedActions();
  await withdraw(other.getByRole("button", { name: "Withdraw" }).click());
  const asking = other.getByRole("dialog", { name: "Withdraw this draft?" });
  await withdraw(asking.getByLabel("Reason").fill("The season is put off"));
  await withdraw(asking.getByRole("button", { name: "Withdraw" }).click());
  await expect(other.getByText("Withdrawn, nothing is changed.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Begin a draft", exact: true })).toBeVisible();
  await other.context().close();
});

test("two people change one draft: the later one reads who was first, and keeps what they typed @long", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Ida Draft", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/programme`);
  await page.getByRole("button", { name: "Begin a draft", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "The programme as a file" })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Jo Draft", role: "head-office" });
  await other.goto(`${staff}/programme`);
  await changed(other, "adjust_limit: 1000", "adjust_limit: 1200");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByText("The draft is saved.")).toBeVisible();

  await changed(page, "adjust_limit: 1000", "adjust_limit: 1300");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(/^Jo Draft changed this at .* still here\.$/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "The programme as a file" })).toHaveValue(
    /adjust_limit: 1300/,
  );
  await expectAccessible(page);
  await expectNothingSideways(page);
  await page.getByRole("button", { name: "Show theirs" }).click();
  await expect(page.getByRole("textbox", { name: "The programme as a file" })).toHaveValue(
    /adjust_limit: 1200/,
  );
  await expect(page.getByRole("textbox", { name: "What you had typed" })).toHaveValue(
    /adjust_limit: 1300/,
  );
  await expectAccessible(page);

  await page.getByRole("button", { name: "Withdraw" }).click();
  const asking = page.getByRole("dialog", { name: "Withdraw this draft?" });
  await asking.getByLabel("Reason").fill("It was only a trial");
  await asking.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Withdrawn, nothing is changed.")).toBeVisible();
  await other.context().close();
});

/** Changes a line of the programme in a new draft, and saves it. */
async function saved(page: Page, before: string, after: string) {
  await page.getByRole("button", { name: "Begin a draft", exact: true }).click();
  await changed(page, before, after);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("row", { name: /settings · adjust_limit/ })).toBeVisible();
}

/** Types another line into the file of the draft. */
async function changed(page: Page, before: string, after: string) {
  const file = page.getByRole("textbox", { name: "The programme as a file" });
  await expect(file).toHaveValue(new RegExp(before));
  await file.fill((await file.inputValue()).replace(before, after));
}

/** Submits the draft that is being changed. */
async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Agreed with finance");
  await dialog.getByRole("button", { name: "Submit" }).click();
}

/** Approves the draft that waits. */
async function approve(page: Page) {
  await page.goto(`${staff}/programme`);
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Looked at every line");
  await dialog.getByRole("button", { name: "Approve" }).click();
}
