import type { Browser, Page } from "@playwright/test";

import {
  aCounter,
  enrolment,
  expectAnswer,
  nextGuest,
  press as pressFigures,
  record,
  scan,
  useIt,
} from "../support/counter.ts";
import { press, shownCode } from "../support/dialogs.ts";
import { expectPrice, publishPrice, withTheMenu } from "../support/menu.ts";
import { memberOnSite, signedInOnMini } from "../support/pages.ts";
import { aPerson, registered, type MemberPerson } from "../support/people.ts";
import { mini, staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { showTeaOn, TEA } from "../support/vouchers.ts";

const OUTLET = { id: 5, name: "Setia City Mall" };

/** A window of another user. */
const aWindow = async (browser: Browser) => (await browser.newContext()).newPage();

const billOf = (page: Page, member: MemberPerson) =>
  page.getByRole("row").filter({ has: page.locator(`a[href="/members?id=${member.user.id}"]`) });

test("an outlet's day: till, bills, a voucher, a receipt's QR, a moved bill and a new price", async ({
  page: manager,
  browser,
}) => {
  test.setTimeout(240_000);
  // A second try is another day's: a receipt is recorded once.
  const day = `DAY${test.info().retry}`;
  const aisyah = await registered(aPerson("Aisyah Rahman"));
  const farah = await registered(aPerson("Farah Idris"));
  const card = String(aisyah.user.memberCode);

  const { page: counter, context: tablet } =
    await test.step("the manager enrols a tablet, and the cashier signs in by PIN", () =>
      aCounter(manager, browser, "Counter 1", OUTLET.id, enrolment));

  await test.step("a bill", async () => {
    await scan(counter, card);
    await record(counter, `${day}-1`, "60000");
    await expectAnswer(counter, "green", "+600 points");
    await nextGuest(counter);
  });

  await test.step("a bill without a network, which is sent by itself when it is back", async () => {
    await tablet.setOffline(true);
    await scan(counter, card);
    await record(counter, `${day}-2`, "1200");
    await expectAnswer(counter, "amber", "RM 12.00 is stored");
    await expect(counter.getByText("1 waits to be sent.")).toBeVisible();
    await tablet.setOffline(false);
    await expect(counter.getByText("1 waits to be sent.")).toBeHidden({ timeout: 30_000 });
    await nextGuest(counter);
  });

  await test.step("a bill of Aisyah's that is typed for Farah", async () => {
    await scan(counter, String(farah.user.memberCode));
    await record(counter, `${day}-3`, "3300");
    await expectAnswer(counter, "green", "+33 points");
    await nextGuest(counter);
    await counter.getByRole("link", { name: "Bills" }).click();
    for (const receipt of [`${day}-1`, `${day}-2`, `${day}-3`])
      await expect(counter.getByRole("listitem").filter({ hasText: receipt })).toContainText(
        "Waits",
      );
    await counter.getByRole("link", { name: "Scan" }).click();
  });

  await test.step("the manager verifies what is right, and Aisyah has her points", async () => {
    await manager.goto(`${staff}/bills`);
    const bills = billOf(manager, aisyah);
    await expect(bills).toHaveCount(2);
    for (const bill of await bills.all()) await bill.getByRole("checkbox").click();
    await press(manager, "Verify 2 bills");
    await manager.getByRole("alertdialog").getByRole("button", { name: "Verify" }).click();
    await expect(manager.getByRole("dialog", { name: "2 bills are verified" })).toBeVisible();
    await manager.getByRole("button", { name: "Close" }).last().click();
  });

  const phone = await aWindow(browser);
  await signedInOnMini(phone, aisyah);
  await test.step("Aisyah shows a voucher, and the counter takes it once", async () => {
    await showTeaOn(phone, OUTLET.name);
    const code = await shownCode(phone);
    await scan(counter, code);
    await expectAnswer(counter, "green", `Hand out: ${TEA}`);
    await useIt(counter);
    await expectAnswer(counter, "green", `Hand out: ${TEA}`);
    await expect(phone.getByRole("dialog", { name: "Used" })).toBeVisible();
    await nextGuest(counter);

    await scan(counter, code);
    const when = /This voucher was used at \d{1,2}:\d\d [AP]M at Setia City Mall\./;
    await expectAnswer(counter, "red", when);
    await press(counter, "Back");
  });

  await test.step("a guest without a code claims their receipt on their own telephone", async () => {
    await press(counter, "Guest without a code");
    await counter.getByLabel("Receipt number").fill(`${day}-4`);
    await pressFigures(counter, "4590");
    const answered = counter.waitForResponse("**/api/staff/counter/receipt");
    await press(counter, "Show the QR");
    await expect(counter.getByRole("img", { name: `QR of receipt ${day}-4` })).toBeVisible();
    const { receiptClaim } = (await (await answered).json()) as { receiptClaim: { url: string } };
    await nextGuest(counter);

    const guest = await aWindow(browser);
    await memberOnSite(guest, aPerson("Hui Min"));
    await guest.goto(receiptClaim.url);
    await press(guest.getByRole("main"), "Claim 45 points");
    await guest.getByRole("link", { name: "See my points" }).click();
    await expect(guest).toHaveURL(`${mini}/rewards`);
    await expect(guest.getByRole("region", { name: "Recent bills" })).toContainText(
      `RM 45.90 at ${OUTLET.name}`,
    );
    await guest.context().close();
  });

  const headOffice = await aWindow(browser);
  await signedInToOffice(headOffice, { name: "Mei Office", role: "head-office" });
  await test.step("the wrong bill is moved by two people", async () => {
    await manager.reload();
    await billOf(manager, farah)
      .getByRole("button", { name: /^Actions/ })
      .click();
    await manager.getByRole("menuitem", { name: "Move to another member…" }).click();
    const dialog = manager.getByRole("dialog");
    await dialog.getByLabel("Mobile number, card code or member id").fill(card);
    await press(dialog, "Look up");
    await expect(dialog.getByText(`It is ${aisyah.name}`)).toBeVisible();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("typed for the guest before");
    await press(dialog, "Move");
    await expect(manager.getByText(/^Nothing has moved yet/)).toBeVisible();

    await headOffice.goto(`${staff}/approvals`);
    await headOffice
      .getByRole("article", { name: `Move a bill: ${farah.name}` })
      .getByRole("button", { name: /^Approve/ })
      .click();
    await press(headOffice.getByRole("dialog"), "Approve");
    await expect(headOffice.getByText(/^Approved and done\./)).toBeVisible();

    await phone.goto(`${mini}/rewards`);
    await expect(phone.getByRole("region", { name: "Recent bills" })).toContainText("RM 33.00");
    await signedInOnMini(phone, farah);
    await phone.goto(`${mini}/rewards`);
    await expect(phone.getByRole("img", { name: "QR code with your member ID" })).toBeVisible();
    await expect(phone.getByText("RM 33.00")).toBeHidden();
  });

  await test.step("head office publishes a price, and the site has it without a build", () =>
    withTheMenu(async () => {
      const dish = "Thai Beef Noodle";
      await expectPrice(phone, dish, "18.90");
      await publishPrice(headOffice, { dish, price: "21.30", reason: "Beef costs more" });
      await expectPrice(phone, dish, "21.30");
      // For other tests.
      await publishPrice(headOffice, { dish, price: "18.90", reason: "Beef costs less" });
      await expectPrice(phone, dish, "18.90");
    }));
});
