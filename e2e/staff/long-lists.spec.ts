import type { Locator, Page } from "@playwright/test";

import { aCounter } from "../support/counter.ts";
import { inDatabase } from "../support/database.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/** Bills 1 to 121, of as many ringgit, in the order in which they were paid. */
const MANY = 121;
const receipt = (number: number) => `MANY-${String(number).padStart(3, "0")}`;
const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => receipt(from - index));

/** Presses "Show more" until it is gone; answers how often. */
async function showAll(page: Page, rows: Locator): Promise<number> {
  const more = page.getByRole("button", { name: "Show more" });
  let presses = 0;
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
    presses += 1;
  }
  return presses;
}

test("the 101st bill of a day is at the counter and in the office, in order, none twice @long", async ({
  page: office,
  browser,
}, { retry }) => {
  test.setTimeout(240_000);
  // An outlet of this test: nobody else's bills are in its lists. The second is for a retry.
  const outletId = [19, 6][retry]!;
  const member = await registered();
  const { page } = await aCounter(office, browser, "Counter of many", outletId);
  const till = await aTill(outletId);
  const ids: number[] = [];
  for (let number = 1; number <= MANY; number += 1) {
    ids.push(await till.postBill(member.user.id, number / 10, receipt(number)));
  }

  await page.goto(`${staff}/counter/bills`);
  const rows = page.getByRole("listitem").filter({ hasText: /MANY-\d/ });
  await expect(rows).toHaveCount(100);
  // Another till records one while the list is read: no bill comes twice for it.
  await till.postBill(member.user.id, 12.2, receipt(122));
  expect(await showAll(page, rows)).toBe(1);
  const seen = (await rows.allTextContents()).map((text) => /MANY-\d+/.exec(text)?.[0]);
  expect(seen).toEqual(numbers(MANY, 1));
  await page.reload();
  await expect(rows).toHaveCount(100);
  await expect(rows.first()).toContainText(/MANY-122.*12\.20/);
  await expectAccessible(page);
  await expectNothingSideways(page);

  // In the office the odd ones are first: here the three that are overdue, the oldest of them first.
  for (const number of [90, 5, 60]) {
    inDatabase(
      "UPDATE bills SET created_at = datetime(created_at, '-25 hours') WHERE id = ?",
      ids[number - 1]!,
    );
  }
  await office.goto(`${staff}/bills`);
  const billed = office.getByRole("row").filter({ hasText: /MANY-\d/ });
  await expect(billed).toHaveCount(50);
  await expect(billed.filter({ hasText: "Older than 24 h" })).toHaveCount(3);
  await expect(billed.nth(2)).toContainText("Older than 24 h");
  expect(await showAll(office, billed)).toBe(2);
  const all = (await billed.allTextContents()).map((text) => /MANY-\d+/.exec(text)?.[0]);
  expect(all).toHaveLength(MANY + 1);
  expect(new Set(all)).toEqual(new Set(numbers(MANY + 1, 1)));

  // All are of one member and day, which is odd: each is ticked. They are verified together, more than one call takes.
  for (const bill of await billed.getByRole("checkbox").all()) await bill.check();
  await office.getByRole("button", { name: `Verify ${MANY + 1} bills` }).click();
  await office.getByRole("alertdialog").getByRole("button", { name: "Verify" }).click();
  await expect(office.getByRole("dialog", { name: `${MANY + 1} bills are verified` })).toBeVisible({
    timeout: 60_000,
  });
  await office.getByRole("button", { name: "Close" }).last().click();
  await expect(office.getByText(/^No bill waits/)).toBeVisible();
});
