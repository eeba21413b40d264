import type { Page } from "@playwright/test";

import { aCounter, expectAnswer, nextGuest, record, scan, useIt } from "../support/counter.ts";
import { inDatabase } from "../support/database.ts";
import { press } from "../support/dialogs.ts";
import { registered } from "../support/people.ts";
import { expectWaiting, type Sale, sellOn, waiting } from "../support/queue.ts";
import { staff } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";
import { type Shown, shownTeas, TEA, usesOf } from "../support/vouchers.ts";

const MINUTE_MS = 60_000;
/** `statusId` of a bill that was taken back. */
const TAKEN_BACK = 3;

/** A signed code that a user has changed: one character of the signature, so that it can still be read. */
function forged(signedCode: string): string {
  const place = "LV1:".length + 25 * 3;
  const other = signedCode[place] === "0" ? "1" : "0";
  return signedCode.slice(0, place) + other + signedCode.slice(place + 1);
}

test("without a network a voucher's signed code is taken once, and no other code is @long", async ({
  page: office,
  browser,
}) => {
  test.setTimeout(120_000);
  const { page, context } = await aCounter(office, browser, "Counter 9", 9);
  const member = await registered();
  const elsewhere = await aTill(10);
  await elsewhere.earn(member.user.id, 1_600);
  await elsewhere.report();
  const places = [9, 9, 10].map((outletId) => ({ outletId, withoutNetwork: true }));
  const [tea, later, ofOther] = (await shownTeas(member, places)) as [Shown, Shown, Shown];
  const refused = async (text: string, why: string) => {
    await scan(page, text);
    await expectAnswer(page, "red", why);
    await press(page, "Back");
  };

  await context.setOffline(true);
  await refused(ofOther.signedCode!, "This code is for another outlet.");
  await refused(forged(later.signedCode!), "This code is not genuine. Do not take it.");

  await scan(page, tea.signedCode!);
  await expectAnswer(page, "green", `Hand out: ${TEA}`);
  await useIt(page);
  await expectAnswer(page, "amber", `Hand out: ${TEA}`);
  await expectAnswer(page, "amber", "It is sent by itself when the network is back.");
  await expect(page.getByText("1 waits to be sent.")).toBeVisible();
  await nextGuest(page);
  await refused(tea.signedCode!, "This till has taken this voucher already.");
  // Also after the app was closed.
  await page.goto(`${staff}/counter`);
  await refused(tea.signedCode!, "This till has taken this voucher already.");
  await page.clock.setFixedTime(Date.now() + 36 * MINUTE_MS);
  await refused(later.signedCode!, "This code has ended. The guest presses Use it Now again.");
  await page.clock.setFixedTime(Date.now());

  await context.setOffline(false);
  await expectWaiting(page, 0);
  const uses = await usesOf(member);
  expect(uses.get(tea.code)).not.toBeNull();
  expect([uses.get(later.code), uses.get(ofOther.code)]).toEqual([null, null]);
  await refused(tea.signedCode!, "This voucher was used at");
  await context.close();
});

test("what the server refused is settled: its cause is taken away, or a manager dismisses it @long", async ({
  page: office,
  browser,
}) => {
  const { page, context } = await aCounter(office, browser, "Counter 11", 11);
  const aisyah = String((await registered()).user.memberCode);
  const farah = String((await registered()).user.memberCode);
  for (const receipt of ["R-1", "R-2"]) {
    await scan(page, aisyah);
    await record(page, receipt, "1000");
    await expectAnswer(page, "green", "+10 points");
    await nextGuest(page);
  }

  await context.setOffline(true);
  const storeOffline = async (card: string, receipt: string) => {
    await scan(page, card);
    await record(page, receipt, "9900");
    await expectAnswer(page, "amber", "RM 99.00 is stored");
    await nextGuest(page);
  };
  await storeOffline(aisyah, "R-1");
  await storeOffline(farah, "R-2");
  await storeOffline(farah, "R-3");
  await context.setOffline(false);
  await expect(page.getByText("2 were refused: look at them.")).toBeVisible({ timeout: 30_000 });

  await page.getByRole("link", { name: "Waiting (2)" }).click();
  const entry = (receipt: string) =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: `Receipt ${receipt}, RM 99.00` });
  await expect(entry("R-1")).toContainText(/Receipt R-1 was recorded .* with RM\s10\.00\./);
  await expect(entry("R-2")).toContainText(/Receipt R-2 was recorded .* for another member\./);
  await press(entry("R-1"), "Try again");
  // The server's answer is the same one as long as its cause is there.
  await expect(entry("R-1")).toContainText("was recorded");
  await page.getByRole("link", { name: "Bills" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: /^R-1 / })
    .getByRole("button", { name: "Take back" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Take back receipt R-1?" });
  await dialog.getByLabel("Reason").fill("the amount was mistyped");
  await press(dialog, "Take back");
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Waiting (2)" }).click();
  await press(entry("R-1"), "Try again");
  await expect(entry("R-1")).toBeHidden();

  await expect(entry("R-2").getByRole("button", { name: "Dismiss" })).toBeHidden();
  inDatabase(
    "INSERT INTO staff_grants (staff_id, role, outlet_id, given_at, given_by) SELECT staff_id, 'outlet-manager', 11, given_at, given_by FROM staff_grants WHERE role = 'cashier' AND outlet_id = 11",
  );
  await page.reload();
  await press(entry("R-2"), "Dismiss");
  const question = page.getByRole("alertdialog", { name: "Dismiss it?" });
  await press(question, "Dismiss");
  await expect(page.getByText("Nothing waits: everything has reached the server.")).toBeVisible();
  await expect(page.getByText(/refused: look at/)).toBeHidden();

  expect((await billsOn(page, "R-")).map(({ receipt, amount }) => `${receipt} ${amount}`)).toEqual([
    "R-1 10.00 taken back",
    "R-1 99.00",
    "R-2 10.00",
    "R-3 99.00",
  ]);
  await context.close();
});

test("200 bills and 40 vouchers without a network, the app killed five times: none is lost, none is doubled @long", async ({
  page: office,
  browser,
}) => {
  test.setTimeout(240_000);
  const { page: first, context } = await aCounter(office, browser, "Counter 12", 12);
  const members = await membersWithTeas(7, 6);
  const teas = members.flatMap((member) => member.teas).slice(0, 40);
  const sales = Array.from({ length: 200 }, (_, index): Sale[] => {
    const code = String(members[index % members.length]!.user.memberCode);
    const bill: Sale = { kind: "bill", code, receiptNumber: `B-${index}`, amount: "12.00" };
    const tea = index % 5 === 4 ? teas[(index - 4) / 5] : undefined;
    return tea ? [bill, { kind: "voucher", signedCode: tea.signedCode! }] : [bill];
  }).flat();
  expect(sales).toHaveLength(240);

  // Killed while sales are made: the cashier does again what was not acknowledged to them.
  await context.setOffline(true);
  let page = first;
  let done = 0;
  for (const killAfter of [80, 160, sales.length]) {
    const from = done;
    const tellDone = (place: number) => {
      done = from + place + 1;
      if (done === killAfter) void page.close();
    };
    await sellOn(page, sales.slice(from), tellDone).catch(() => {});
    page = await reopened(page);
  }
  expect(done).toBe(sales.length);
  // A bill that was stored and not acknowledged is there twice, with the same receipt: the server knows it.
  await expect.poll(() => waiting(page)).toBeGreaterThanOrEqual(sales.length);

  // Killed while they are sent.
  await context.setOffline(false);
  for (const left of [170, 80]) {
    await expectWaiting(page, left);
    await page.close();
    page = await reopened(page);
  }
  await expectWaiting(page, 0);
  await expect(page.getByText(/refused: look at/)).toBeHidden();

  const receipts = (await billsOn(page, "B-")).map(({ receipt, amount }) => `${receipt} ${amount}`);
  const wanted = Array.from({ length: 200 }, (_, index) => `B-${index} 12.00`);
  expect(receipts).toEqual(wanted.sort());
  const uses = await Promise.all(members.map(usesOf));
  const used = uses.flatMap((each) => [...each].filter(([, at]) => at !== null));
  expect(used.map(([code]) => code).sort()).toEqual(teas.map(({ code }) => code).sort());
  await context.close();
});

/** The app, opened again on the same tablet, with what it has not sent. */
async function reopened(page: Page): Promise<Page> {
  const again = await page.context().newPage();
  await again.goto(`${staff}/counter`);
  await expect(again.getByRole("heading", { name: "Next guest" })).toBeVisible();
  await expect.poll(() => waiting(again)).toBeGreaterThan(0);
  return again;
}

/** Members who show teas at outlet 12, by codes that its till takes without a network. */
async function membersWithTeas(count: number, each: number) {
  const till = await aTill(1);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const member = await registered();
      await till.earn(member.user.id, 1_500);
      await till.earn(member.user.id, 1_500);
      const places = Array.from({ length: each }, () => ({ outletId: 12, withoutNetwork: true }));
      const teas = await shownTeas(member, places);
      return { ...member, teas };
    }),
  );
}

/** The outlet's bills of today as the API has them whose receipts begin so, in the order of these. */
async function billsOn(
  page: Page,
  beginning: string,
): Promise<{ receipt: string; amount: string }[]> {
  const bills = await page.evaluate(async () => {
    const all: { receiptNumber: string; amount: string; statusId: number }[] = [];
    for (;;) {
      const answer = await fetch(`/api/staff/bill?limit=100&offset=${all.length}`);
      const { billList } = (await answer.json()) as { billList: typeof all };
      if (billList.length === 0) return all;
      all.push(...billList);
    }
  });
  return bills
    .filter(({ receiptNumber }) => receiptNumber.startsWith(beginning))
    .map(({ receiptNumber, amount, statusId }) => ({
      receipt: receiptNumber,
      amount: statusId === TAKEN_BACK ? `${amount} taken back` : amount,
    }))
    .sort((one, other) =>
      `${one.receipt} ${one.amount}` < `${other.receipt} ${other.amount}` ? -1 : 1,
    );
}
