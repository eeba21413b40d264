import type { Page } from "@playwright/test";

import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/** Outlets of this file: their lists hold the bills of nobody else. The second is for a retry. */
const OUTLETS = [15, 13];
const [OUTLET] = OUTLETS;
const HEAD = "outletId,receiptNumber,amount,paidAt";

/** The day in Malaysia, as the till's bills have it. */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

const choose = (page: Page, head: string, ...lines: string[]) =>
  page.getByLabel(/^File of sales/).setInputFiles({
    name: "sales.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([head, ...lines].join("\r\n")),
  });

test("a manager works off what a file of sales and the bills differ in, on the narrowest phone @long", async ({
  page,
}, { retry }) => {
  const outletId = OUTLETS[retry]!;
  const member = await registered();
  const till = await aTill(outletId);
  await till.postBill(member.user.id, 40, "REC-1");
  await till.postBill(member.user.id, 30, "REC-2");
  await till.postBill(member.user.id, 20, "REC-3");
  await till.postBill(member.user.id, 10, "REC-4");
  await signedInToOffice(page, {
    name: "Chong Reconcile",
    role: "outlet-manager",
    outletId,
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/reconcile`);
  await expect(page.getByLabel(/^File of sales/)).toBeAttached();
  await expectAccessible(page);
  await expectNothingSideways(page);

  const act = countedActions(6);
  await act(
    choose(
      page,
      HEAD,
      `${outletId},REC-1,40.00,${today()}`,
      `${outletId},REC-2,35.00,${today()}`,
      `${outletId},REC-4,10.00,${today()}`,
      `${outletId},REC-9,12.50,${today()}`,
    ),
  );
  // Once for files with these headings: it is remembered.
  await act(page.getByRole("button", { name: "Compare 4 rows" }).click());
  await expect(page.getByText("Sales in the file: 4.")).toBeVisible();
  const differences = page.getByRole("table", { name: "Differences" });
  await expect(differences.getByRole("row").nth(1)).toContainText(/REC-3.*No such receipt.*20\.00/);
  await expect(differences.getByRole("row").nth(2)).toContainText(
    /REC-2.*Amounts differ.*35\.00.*30\.00.*−RM\s5\.00/,
  );
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Sales without a bill 1", exact: true }).click();
  await expect(page.getByRole("table", { name: "Sales without a bill" })).toContainText("REC-9");
  await expectAccessible(page);
  await expectNothingSideways(page);

  await act(page.getByRole("button", { name: "Match 2", exact: true }).click());
  await act(page.getByRole("checkbox", { name: "Verify REC-4" }).click());
  await act(page.getByRole("button", { name: "Verify the ticked (1)" }).click());
  await act(page.getByRole("alertdialog").getByRole("button", { name: "Verify" }).click());
  await expect(page.getByText(/^Bills verified: 1\./)).toBeVisible();
  await expect(page.getByText(/verified before: 1$/)).toBeVisible();
  await expectAccessible(page);

  // A wrong bill is voided where bills are.
  const voiding = countedActions(6);
  await voiding(page.getByRole("button", { name: "Amounts differ 1", exact: true }).click());
  await voiding(page.getByRole("link", { name: "REC-2" }).click());
  await expect(page.getByRole("row").filter({ hasText: /REC-/ })).toHaveCount(1);
  await voiding(page.getByRole("button", { name: "Actions for REC-2" }).click());
  await voiding(page.getByRole("menuitem", { name: "Void…" }).click());
  const dialog = page.getByRole("dialog", { name: "Void receipt REC-2?" });
  await voiding(
    dialog.getByRole("textbox", { name: "Reason" }).fill("The till had another amount"),
  );
  await voiding(dialog.getByRole("button", { name: "Void" }).click());
  await expect(page.getByText("Done: receipt REC-2 is void.")).toBeVisible();
});

test("a file that is no good says what is wrong and in which line", async ({ page }) => {
  await signedInToOffice(page, {
    name: "Devi Reconcile",
    role: "outlet-manager",
    outletId: OUTLET,
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/reconcile`);

  await choose(page, "");
  await expect(page.getByText("The file is empty. Choose another one.")).toBeVisible();
  await choose(page, "Amount,amount,paidAt", `${OUTLET},12.00,${today()}`);
  await expect(page.getByText(/^Two columns are headed "amount"/)).toBeVisible();
  await page.getByLabel(/^File of sales/).setInputFiles({
    name: "photo.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
  });
  await expect(page.getByText(/^This is neither a CSV nor an XLSX file/)).toBeVisible();
  await page.getByLabel(/^File of sales/).setInputFiles({
    name: "year.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(20 * 1024 * 1024, "a"),
  });
  await expect(page.getByText("Please keep a file to 5 MB.")).toBeVisible();
  await page.getByLabel(/^File of sales/).setInputFiles({
    name: "sales.xlsx",
    mimeType: "text/plain",
    buffer: Buffer.from("the sales of the day"),
  });
  await expect(page.getByText("This file is called .xlsx and is none.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  const headings = `${HEAD},Cashier`;
  await choose(
    page,
    headings,
    `${OUTLET},BAD-1,"12,50",${today()}`,
    `Paradise,BAD-2,12.50,${today()}`,
    `${OUTLET},BAD-3,12.50,31/04/2026`,
    `${OUTLET},BAD-4`,
    `${OUTLET},BAD-5,12.50,${today()}`,
    `${OUTLET},BAD-5,12.50,${today()}`,
  );
  await page.getByRole("button", { name: "Compare 6 rows" }).click();
  const unreadable = page.getByRole("table", { name: "Lines that could not be read: 5" });
  await expect(unreadable.getByRole("rowheader")).toHaveText(
    [2, 3, 4, 5, 7].map((n) => `Line ${n}`),
  );
  for (const problem of [
    '"12,50" is not an amount: write it as "45.90" or "1,234.50".',
    '"Paradise" is not the name or the number of an outlet.',
    '"31/04/2026" is not a day: write it as 27/11/2026 or 2026-11-27.',
    "This row is incomplete.",
    "This receipt is already in line 6.",
  ]) {
    await expect(unreadable.getByText(problem)).toBeVisible();
  }
  await expectAccessible(page);
  await expectNothingSideways(page);

  // The columns are remembered by their headings. The sales of another outlet are not theirs to compare.
  await page.getByRole("button", { name: "Another file" }).click();
  await choose(page, headings, `1,BAD-6,12.50,${today()}`);
  await expect(
    page.getByText("The file has sales of outlet 1, which your role does not include."),
  ).toBeVisible();
  await expect(page.getByText(/^Sales in the file/)).toBeHidden();
});
