import { inDatabase } from "../support/database.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { askAsStaff, countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";
import { shownTea } from "../support/vouchers.ts";

/** Outlets of this file: what other tests leave at theirs is not seen by their manager. The second is for a retry. */
const OUTLETS = [17, 3];

test("a manager reads what waits in sentences, each leads to where it is done, on the narrowest phone", async ({
  page,
}, { retry }) => {
  const outletId = OUTLETS[retry]!;
  await signedInToOffice(page, { name: "Zainab Today", role: "outlet-manager", outletId });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/today`);
  await expect(page.getByText(/^Nothing waits\./)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  const member = await registered();
  const till = await aTill(outletId);
  await till.earn(member.user.id, 600);
  const overdue = await till.postBill(member.user.id, 45);
  // Another bill of the member that day is no flag by itself: the overdue one alone is ticked by hand.
  await till.postBill(member.user.id, 30);
  await till.postBill((await registered()).user.id, 20);
  const { code } = await shownTea(member, { outletId });
  inDatabase(
    "UPDATE bills SET created_at = datetime(created_at, '-25 hours') WHERE id = ?",
    overdue,
  );
  // The till held the voucher without the network, and has been silent since.
  inDatabase(
    "UPDATE vouchers SET present_until = datetime('now', '-1 minutes'), held_till_id = (SELECT MAX(id) FROM till_keys WHERE outlet_id = ?) WHERE code = ?",
    outletId,
    code,
  );
  inDatabase(
    "UPDATE till_keys SET last_used_at = datetime(last_used_at, '-3 hours') WHERE outlet_id = ?",
    outletId,
  );
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: /bill/ })).toHaveText([
    "3 bills are not verified yet, 1 of them overdue.",
  ]);
  await expectAccessible(page);
  await expectNothingSideways(page);

  // The bills: the overdue one comes first.
  await page.getByRole("link", { name: /^3 bills/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "RM" }).first()).toContainText(
    "Older than 24 h",
  );
  const act = countedActions();
  await act(page.getByRole("checkbox", { name: "Select the 2 that are usual" }).click());
  for (const bill of await page.getByRole("row").getByRole("checkbox").all())
    await act(bill.check());
  await act(page.getByRole("button", { name: "Verify 3 bills" }).click());
  await act(page.getByRole("alertdialog").getByRole("button", { name: "Verify" }).click());
  await expect(page.getByRole("dialog", { name: "3 bills are verified" })).toBeVisible();

  await page.goto(`${staff}/today`);
  await page.getByRole("link", { name: "1 voucher is stuck." }).click();
  const release = countedActions();
  await release(page.getByRole("button", { name: /^Actions for .*, \d+$/ }).click());
  await release(page.getByRole("menuitem", { name: "Release" }).click());
  const dialog = page.getByRole("dialog");
  await release(
    dialog.getByRole("textbox", { name: "Reason" }).fill("The till says it was not taken"),
  );
  await release(dialog.getByRole("button", { name: "Release" }).click());
  await expect(page.getByText(/is the member's again\.$/)).toBeVisible();

  await page.goto(`${staff}/today`);
  const waits = page.getByRole("region", { name: "What waits" });
  await expect(waits.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: /has been silent since/ }).click();
  await expect(page.getByRole("heading", { name: /^Tills of/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Actions for/ })).toBeVisible();
});

test("head office is led to the approvals, the inbox and the tills of the right outlet @long", async ({
  browser,
  page,
  request,
}) => {
  const member = await registered();
  const desk = await (await browser.newContext()).newPage();
  await signedInToOffice(desk, { name: "Hana Today", role: "help-desk" });
  const reason = "a wish of a guest";
  const telephone = { callingCode: "60", mobileNumber: member.mobileNumber };
  await askAsStaff(desk, "POST", "/member/find", { ...telephone, reason });
  await askAsStaff(desk, "POST", `/member/${member.user.id}/adjust`, { points: 5, reason });
  await desk.context().close();
  const sent = await request.post(`${api}/api/email/feedback`, {
    data: {
      FullName: "Today Feedback",
      MobileNumber: "+60123456789",
      OutletName: "KL East Mall",
      Remarks: "More chilli, please.",
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const late = await aTill(16);
  await late.report();
  inDatabase(
    "UPDATE offline_tills SET reported_at = datetime(reported_at, '-30 minutes') WHERE outlet_id = 16",
  );

  await signedInToOffice(page, { name: "Kavitha Today", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/today`);
  await page.getByRole("link", { name: /^\d+ approvals? waits? for you\.$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: /^\d+ messages? (is|are) open\.$/ }).click();
  await expect(page.getByRole("link", { name: "Today Feedback" })).toBeVisible();
  await page.goBack();
  await page
    .getByRole("link", { name: /LaLaport Bukit Bintang, last reported at/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("LaLaport Bukit Bintang");
});
