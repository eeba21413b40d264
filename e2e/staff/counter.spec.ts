import type { Browser, Page } from "@playwright/test";

import { registered } from "../support/people.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const CASHIER = "Mei Ling";
const PIN = "4071";

/** A manager adds a till and a cashier with a PIN, and answers the address that the till's QR holds. */
async function enrolment(page: Page, manager: string, till: string): Promise<string> {
  await signedInToOffice(page, { name: manager, role: "outlet-manager", outletId: 1 });
  await page.getByRole("button", { name: "Add a person" }).click();
  const adding = page.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Name").fill(CASHIER);
  await adding.getByRole("button", { name: "Add a person" }).click();
  await expect(adding).toBeHidden();
  await page.getByRole("row", { name: CASHIER }).getByRole("button", { name: "Set a PIN" }).click();
  const setting = page.getByRole("dialog", { name: `PIN of ${CASHIER}` });
  await setting.getByLabel("PIN").fill(PIN);
  await setting.getByRole("button", { name: "Set a PIN" }).click();
  await expect(setting).toBeHidden();

  await page.getByRole("button", { name: "Add a tablet" }).click();
  const naming = page.getByRole("dialog", { name: "Add a tablet" });
  await naming.getByLabel("Name").fill(till);
  await naming.getByRole("button", { name: "Show the QR" }).click();
  const shown = page.getByRole("dialog", { name: "Scan this with the tablet" });
  await expect(shown.getByRole("img")).toBeVisible();
  const address = await shown.getByText(`${staff}/enrol#`).textContent();
  await shown.getByRole("button", { name: "Done" }).click();
  return address!;
}

async function tablet(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return { context, page: await context.newPage() };
}

async function press(page: Page, figures: string) {
  const pad = page.getByRole("group", { name: "Number pad" });
  for (const figure of figures)
    await pad.getByRole("button", { name: figure, exact: true }).click();
}

async function signIn(page: Page) {
  await page.getByRole("button", { name: CASHIER }).first().click();
  await press(page, PIN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Next guest" })).toBeVisible();
}

async function scan(page: Page, text: string) {
  await page.getByLabel("Code or mobile number").fill(text);
  await page.keyboard.press("Enter");
}

async function bill(page: Page, receipt: string, sen: string) {
  await page.getByLabel("Receipt number").fill(receipt);
  await press(page, sen);
  await page.getByRole("button", { name: /^Record/ }).click();
}

test("a counter's day: enrolled, signed in by PIN, bills with and without a network, one taken back", async ({
  page: office,
  browser,
}) => {
  test.setTimeout(100_000);
  const member = await registered();
  const card = String(member.user.memberCode);
  const address = await enrolment(office, "Manager of the day", "Counter of the day");
  const { page, context } = await tablet(browser);
  await page.goto(address);
  await page.getByRole("button", { name: "Make this tablet a till" }).click();

  await page.getByRole("button", { name: CASHIER }).first().click();
  await press(page, "9999");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This PIN is wrong. 4 tries are left.");
  await page.getByRole("button", { name: "Another name" }).click();
  await signIn(page);

  await scan(page, card);
  await expect(
    page.getByRole("heading", { level: 1, name: member.user.name.split(" ")[0]! }),
  ).toBeVisible();
  await bill(page, "D-1", "4590");
  await expect(page.getByRole("heading", { name: "+45 points" })).toBeVisible();
  await page.getByRole("button", { name: "Next guest" }).click();

  // The same receipt with another amount: no, and why.
  await scan(page, card);
  await bill(page, "D-1", "9900");
  await expect(page.getByRole("alert")).toContainText("Receipt D-1 was recorded");
  await page.getByRole("button", { name: "Next guest" }).click();

  // The app opens without a network, with the cashier, and keeps what is done.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await scan(page, card);
  await expect(page.getByText("Not looked up: there is no network.")).toBeVisible();
  await bill(page, "D-2", "1200");
  await expect(page.getByRole("heading", { name: "RM 12.00 is stored" })).toBeVisible();
  await expect(page.getByText("1 waits to be sent.")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("1 waits to be sent.")).toBeVisible();
  await expect(page.getByText(CASHIER).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 waits to be sent.")).toBeHidden({ timeout: 30_000 });

  await page.getByRole("link", { name: "Bills" }).click();
  const row = page.getByRole("row", { name: "D-1" });
  await expect(page.getByRole("row", { name: "D-2" })).toBeVisible();
  await row.getByRole("button", { name: "Take back" }).click();
  const dialog = page.getByRole("dialog", { name: "Take back receipt D-1?" });
  await dialog.getByLabel("Reason").fill("typed for the wrong guest");
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(row).toContainText("Taken back");

  await office
    .getByRole("row", { name: "Counter of the day" })
    .getByRole("button", { name: "Revoke" })
    .click();
  const revoking = office.getByRole("dialog", { name: "Revoke Counter of the day?" });
  await revoking.getByLabel("Reason").fill("the tablet was lost");
  await revoking.getByRole("button", { name: "Revoke" }).click();
  await expect(revoking).toBeHidden();
  await page.goto(`${staff}/counter`);
  await expect(
    page.getByRole("heading", { name: "This tablet is no till any more" }),
  ).toBeVisible();
  await context.close();
});
