import {
  aCounter,
  CASHIER,
  expectAnswer,
  expectWholePad,
  PIN,
  press as pressKeys,
  record,
  scan,
} from "../support/counter.ts";
import { press } from "../support/dialogs.ts";
import { type Person, registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { expect, test } from "../support/test.ts";

const SHORT_PHONE = { width: 360, height: 640 };
/** Its check sign is right, and it is nobody's. */
const UNKNOWN_CARD = "3333-3333-3333";
/** In their order: the check sign of a voucher is eleven away from that of a card. */
const CODE_SIGNS = "34679CDFGHJKMNPQRTVWXY";

/** As a cashier reads it. */
const nameOf = ({ name }: Person) => name.split(" ")[0]!;

test("bills by a scanner and a keyboard alone, on a short phone", async ({
  page: office,
  browser,
}, { retry }) => {
  const { page, context } = await aCounter(office, browser, "Counter 16", 16);
  await page.setViewportSize(SHORT_PHONE);
  const [first, second] = [await registered(), await registered()];
  const receipt = `K-1${retry}`;
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  /** As a scanner does it: the code and Enter, wherever the focus is. */
  const scanned = async (code: unknown) => {
    await page.keyboard.type(String(code));
    await page.keyboard.press("Enter");
    await expect(heading(nameOf(first))).toBeVisible();
  };
  const typedBill = async () => {
    await page.keyboard.type(receipt);
    await page.keyboard.press("Enter");
    await page.keyboard.type("4590");
    await page.keyboard.press("Enter");
  };

  await scanned(first.user.memberCode);
  await typedBill();
  await expectAnswer(page, "green", "+45 points");
  await expectAccessible(page);
  await expectNothingSideways(page);
  // The next guest is scanned on the green screen; the same receipt for the same member is no new bill.
  await scanned(first.user.memberCode);
  await typedBill();
  await expectAnswer(page, "green", "Recorded before");

  await page.getByRole("link", { name: "Bills" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: `${receipt} · ${nameOf(first)} · RM 45.90` }),
  ).toContainText("+45 points");
  await scanned(second.user.memberCode);
  await press(page, "Cancel");
  await page.getByRole("link", { name: "Waiting (0)" }).click();
  // Nobody scans within the moment in which a page opens.
  await expect(heading("Waiting to be sent")).toBeVisible();
  await scanned(second.user.memberCode);
  await press(page, "Cancel");

  // A sign that is wrong, or the example in the sentence itself, is no card's code.
  const card = String(second.user.memberCode);
  const nextSign = CODE_SIGNS[(CODE_SIGNS.indexOf(card.at(-1)!) + 1) % CODE_SIGNS.length];
  for (const wrong of [card.slice(0, -1) + nextSign, "CDFG-HJKM-NPQR"]) {
    await scan(page, wrong);
    await expect(page.getByRole("alert")).toContainText("a character is wrong or missing");
  }
  await context.close();
});

test("without a network the cashier is not changed unawares, and a mistyped card is corrected later", async ({
  page: office,
  browser,
}, { retry }) => {
  const { page, context } = await aCounter(office, browser, "Counter 10", 10);
  await page.setViewportSize(SHORT_PHONE);
  const member = await registered();
  const receipt = `N-1${retry}`;

  await context.setOffline(true);
  await scan(page, UNKNOWN_CARD);
  await expect(page.getByText("Not looked up: there is no network.")).toBeVisible();
  await expectWholePad(page);
  await record(page, receipt, "1200");
  await expectAnswer(page, "amber", "RM 12.00 is stored");
  await press(page, "Next guest");
  await press(page, "Change cashier");
  const question = page.getByRole("alertdialog", { name: "Change cashier" });
  await expect(question).toContainText("There is no network. If you leave now, nobody can sign in");
  await press(question, "Cancel");
  await expect(page.getByRole("heading", { name: "Next guest" })).toBeVisible();
  await press(page, "Change cashier");
  await press(question, "Change cashier");
  const names = page.getByRole("heading", { name: "Who is at the till?" });
  await expect(names).toBeVisible();
  await page.getByRole("button", { name: CASHIER }).last().click();
  await pressKeys(page, PIN);
  await expect(page.getByRole("alert")).toContainText("Without the network nobody can sign in");
  await expectAccessible(page);
  await expectNothingSideways(page);

  // With the network nobody is signed in again but by a PIN, and what waits is sent then.
  page.on("dialog", (dialog) => void dialog.accept());
  await context.setOffline(false);
  await page.reload();
  await expect(names).toBeVisible();
  await page.getByRole("button", { name: CASHIER }).last().click();
  await pressKeys(page, PIN);

  await page.getByRole("link", { name: "Waiting (1)" }).click();
  const entry = page.getByRole("main").getByRole("listitem").filter({ hasText: receipt });
  await expect(entry).toContainText("There is no such member.", { timeout: 30_000 });
  await press(entry, "Correct");
  const correcting = page.getByRole("dialog", { name: "Correct" });
  await correcting.getByLabel("Code of the card").fill(String(member.user.memberCode));
  await press(correcting, "Try again");
  await expect(page.getByText("Nothing waits: everything has reached the server.")).toBeVisible();
  await page.getByRole("link", { name: "Bills" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: `${receipt} · ${nameOf(member)} · RM 12.00` }),
  ).toBeVisible();
  await context.close();
});
