import { CASHIER, enrolment, press, scan, choosePin, tablet } from "../support/counter.ts";
import { registered } from "../support/people.ts";
import { takeSheet } from "../support/screenshots.ts";
import { staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * docs/gallery.md: the screens of the staff app at three widths in both schemes, one sheet a screen.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery-staff --project=desktop`
 */

test.use({ trace: "off" });
test.beforeEach(() => {
  test.skip(test.info().project.name !== "desktop", "a sheet holds every width");
  test.setTimeout(900_000);
});

const brands = ["krua-bowl"];

const screens = [
  "today",
  "bills",
  "vouchers",
  "people",
  "approvals",
  "inbox",
  "programme",
  "content",
  "content/menu",
  "content/faq",
  "broadcasts",
  "outlets",
  "overview",
  "reward-report",
  "outlet-report",
  "log",
  "webhooks",
  "reconcile",
  "account",
];

test("the office", async ({ page }) => {
  const member = await registered();
  await (await aTill()).earn(member.user.id, 240);
  await signedInToOffice(page, { name: "Hui Min", role: "head-office" });
  for (const screen of screens) {
    await page.goto(`${staff}/${screen}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await takeSheet(page, {
      name: `staff-${screen.replace("/", "-")}`,
      visit: () => Promise.resolve(),
      every: "sheet",
      brands,
    });
  }
  await page.goto(`${staff}/broadcasts?id=new`);
  await page.getByRole("checkbox", { name: "English" }).check();
  await page.getByRole("textbox", { name: "Title" }).fill("Mango week");
  await page.getByRole("textbox", { name: "Text" }).fill("Mango sticky rice at half price.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "How it will look" })).toBeVisible();
  await expect(page.getByText("The broadcast is saved.")).toBeHidden({ timeout: 15_000 });
  await takeSheet(page, {
    name: "staff-broadcast",
    visit: () => page.evaluate(() => window.scrollTo(0, 0)),
    every: "sheet",
    brands,
  });
  await page.goto(`${staff}/members?id=${member.user.id}`);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("heading", { level: 1, name: member.name })).toBeVisible();
  await takeSheet(page, {
    name: "staff-members",
    visit: () => Promise.resolve(),
    every: "sheet",
    brands,
  });
});

test("the counter", async ({ page: office, browser }) => {
  const member = await registered();
  const address = await enrolment(office, "Farid", "Counter 1");
  const { page, context } = await tablet(browser);
  const sheet = (name: string) =>
    takeSheet(page, {
      name: `staff-counter-${name}`,
      visit: () => Promise.resolve(),
      every: "sheet",
      brands,
    });
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await sheet("enrol");
  await page.getByRole("button", { name: "Make this tablet a till" }).click();
  await expect(page.getByRole("button", { name: CASHIER }).first()).toBeVisible();
  await sheet("sign-in");
  await choosePin(page);
  await sheet("next");
  await scan(page, String(member.user.memberCode));
  await page.getByLabel("Receipt number").fill("G-1004");
  await press(page, "4590");
  await sheet("bill");
  await page.getByRole("button", { name: /^Record/ }).click();
  await expect(page.getByRole("heading", { name: "+45 points" })).toBeVisible();
  await sheet("done");
  await page.getByRole("link", { name: "Bills" }).click();
  await expect(page.getByText(/^G-1004 · /)).toBeVisible();
  await sheet("bills");
  await page.getByRole("link", { name: "Scan" }).click();
  await page.getByRole("button", { name: "Guest without a code" }).click();
  await page.getByLabel("Receipt number").fill("G-1005");
  await press(page, "4590");
  await page.getByRole("button", { name: "Show the QR" }).click();
  await expect(page.getByRole("img", { name: "QR of receipt G-1005" })).toBeVisible();
  await sheet("receipt");
  await context.close();
});
