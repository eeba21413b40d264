import {
  CASHIER,
  enrolment,
  enrolmentByApi,
  expectWholePad,
  nextGuest,
  ofThisTry,
  press,
  record,
  scan,
  choosePin,
  tablet,
} from "../support/counter.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("a counter's day: enrolled, signed in by PIN, bills with and without a network, one taken back @long", async ({
  page: office,
  browser,
}) => {
  test.setTimeout(100_000);
  const member = await registered();
  const card = String(member.user.memberCode);
  const till = ofThisTry("Counter of the day");
  const [first, second] = [ofThisTry("D-1"), ofThisTry("D-2")];
  const address = await enrolment(office, "Manager of the day", till);
  const { page, context } = await tablet(browser);
  await page.goto(address);
  await page.getByRole("button", { name: "Make this tablet a till" }).click();

  await page.getByRole("button", { name: CASHIER }).first().click();
  await press(page, "9999");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This PIN is wrong. 4 tries are left.");
  await page.getByRole("button", { name: "Another name" }).click();
  await choosePin(page);

  await scan(page, card);
  await expect(
    page.getByRole("heading", { level: 1, name: member.user.name.split(" ")[0]! }),
  ).toBeVisible();
  // On a short phone the whole pad is above the buttons that end the bill.
  for (const height of [640, 740]) {
    await page.setViewportSize({ width: 360, height });
    await expectWholePad(page);
    await expectNothingSideways(page);
  }
  // Changing the cashier asks about a bill that is typed, and it stays.
  await page.getByLabel("Amount paid").pressSequentially("45.90");
  await page.getByRole("button", { name: "Change cashier" }).click();
  await page
    .getByRole("alertdialog", { name: "Unsaved changes" })
    .getByRole("button", { name: "Stay" })
    .click();
  await expect(page.getByLabel("Amount paid")).toHaveValue(/45\.90/);
  await record(page, first, "");
  await expect(page.getByRole("heading", { name: "+45 points" })).toBeVisible();
  await nextGuest(page);

  // The same receipt with another amount, of the guest who gives their number: no, and why.
  await scan(page, `0${member.mobileNumber}`);
  // A tablet shows the newest bills beside the pad, which is as high as the screen leaves it.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByRole("region", { name: "Recorded here today" })).toContainText(first);
  await expectWholePad(page);
  expect(
    (await page.getByRole("group", { name: "Number pad" }).boundingBox())!.height,
  ).toBeGreaterThan(500);
  await expectNothingSideways(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await record(page, first, "9900");
  await expect(page.getByRole("alert")).toContainText(`Receipt ${first} was recorded`);
  await nextGuest(page);

  // The app opens without a network, with the cashier, and keeps what is done.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await scan(page, card);
  await expect(page.getByText("Not looked up: there is no network.")).toBeVisible();
  await record(page, second, "1200");
  await expect(page.getByRole("heading", { name: "RM 12.00 is stored" })).toBeVisible();
  await expect(page.getByText("1 waits to be sent.")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("1 waits to be sent.")).toBeVisible();
  await expect(page.getByText(CASHIER).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 waits to be sent.")).toBeHidden({ timeout: 30_000 });

  await page.getByRole("link", { name: "Bills" }).click();
  const rowOf = (receipt: string) =>
    page.getByRole("listitem").filter({ hasText: new RegExp(`^${receipt} `) });
  const row = rowOf(first);
  await expect(rowOf(second)).toBeVisible();
  await row.getByRole("button", { name: "Take back" }).click();
  const dialog = page.getByRole("dialog", { name: `Take back receipt ${first}?` });
  await dialog.getByLabel("Reason").fill("typed for the wrong guest");
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(row).toContainText("Taken back");

  await office
    .getByRole("row", { name: new RegExp(`^${till} `) })
    .getByRole("button", { name: `Actions for ${till}` })
    .click();
  await office.getByRole("menuitem", { name: "Revoke" }).click();
  const revoking = office.getByRole("dialog", { name: `Revoke ${till}?` });
  await revoking.getByLabel("Reason").fill("the tablet was lost");
  await revoking.getByRole("button", { name: "Revoke" }).click();
  await expect(revoking).toBeHidden();
  await page.goto(`${staff}/counter`);
  await expect(
    page.getByRole("heading", { name: "This tablet is no till any more" }),
  ).toBeVisible();
  await context.close();
});

test("a guest without their code scans a QR for their bill, which is voided with a reason, on the narrowest phone @long", async ({
  page: office,
  browser,
}) => {
  const receipt = ofThisTry("Q-1");
  const till = ofThisTry("Counter of the QR");
  const address = await enrolmentByApi(office, "Manager of the QR", till, 6);
  const { page, context } = await tablet(browser);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address);
  await page.getByRole("button", { name: "Make this tablet a till" }).click();
  await choosePin(page);

  await page.getByRole("button", { name: "Guest without a code" }).click();
  await page.getByLabel("Receipt number").fill(receipt);
  await press(page, "4590");
  await expectAccessible(page);
  await expectNothingSideways(page);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Show the QR" }).click();
  await expect(page.getByRole("alert")).toContainText("This needs the network");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Show the QR" }).click();
  const code = page.getByRole("img", { name: `QR of receipt ${receipt}` });
  await expect(code).toBeVisible();
  // Large enough for another phone to read.
  expect((await code.boundingBox())!.width).toBeGreaterThan(300);
  await expect(page.getByText("RM 45.90")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("button", { name: "Void it" }).click();
  const dialog = page.getByRole("dialog", { name: `Void the QR of receipt ${receipt}?` });
  await dialog.getByLabel("Reason").fill("typed a wrong amount");
  await dialog.getByRole("button", { name: "Void it" }).click();
  await expect(page.getByRole("heading", { name: "Voided" })).toBeVisible();
  await expectAccessible(page);
  await nextGuest(page);
  await expect(page.getByRole("heading", { name: "Next guest" })).toBeVisible();
  await context.close();
});
