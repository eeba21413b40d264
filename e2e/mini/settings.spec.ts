import { readFile } from "node:fs/promises";

import { memberOnMini, signedInOnMini } from "../support/pages.ts";
import { codesSentTo, codeSentTo } from "../support/messages.ts";
import { opens, registered, signedInAgain } from "../support/people.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("settings saved on one device apply on another", async ({ page, browser }) => {
  const member = await registered();
  const second = await signedInAgain(member);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/settings/notifications`);
  await page.getByRole("switch", { name: "Newsletter" }).click();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Notification preferences updated successfully!")).toBeVisible();
  await expect(page).toHaveURL(`${mini}/profile`);

  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await signedInOnMini(elsewhere, second);
  await elsewhere.goto(`${mini}/settings/notifications`);
  await expect(elsewhere.getByRole("switch", { name: "Push notifications" })).toBeEnabled();
  await expect(elsewhere.getByRole("switch", { name: "Newsletter" })).not.toBeChecked();
  await other.close();
});

test("the chosen formats change dates and numbers in the app, also after a reload @long", async ({
  page,
}) => {
  await memberOnMini(page);
  await page.goto(`${mini}/profile`);
  await expect(page.getByText("31/08/1994")).toBeVisible();

  await page.goto(`${mini}/settings/language`);
  await page.getByLabel("Dates").selectOption("YYYY-MM-DD");
  await page.getByLabel("Numbers").selectOption("1.234,56");
  await expect(page.getByText("12.345")).toBeVisible();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Language settings updated successfully!")).toBeVisible();
  await expect(page).toHaveURL(`${mini}/profile`);
  await expect(page.getByText("1994-08-31")).toBeVisible();

  await page.goto(`${mini}/dashboard`);
  await expect(page.getByRole("progressbar").first()).toHaveAttribute(
    "aria-valuetext",
    "0 of 1.500, 1.500 to Plus",
  );
});

test("a member downloads their data as a file @long", async ({ page }) => {
  const member = await memberOnMini(page);
  await page.goto(`${mini}/settings/personal-info`);
  const saved = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  const whole = await saved("Download my data");
  expect(whole.name).toMatch(/^my-data-.*\.json$/);
  expect(whole.bytes.toString()).toContain(member.name);

  const sheets = await saved("Download for spreadsheets");
  expect(sheets.name).toMatch(/^my-data-.*\.zip$/);
  expect(sheets.bytes.toString("latin1")).toMatch(/^PK.*ledgerEntries\.csv/s);
});

test("a deleted account is signed out on every device", async ({ page, request }) => {
  const member = await registered();
  const second = await signedInAgain(member);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/settings/personal-info`);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const before = codesSentTo(member.number);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByRole("dialog").getByRole("textbox").first().click();
  await page.keyboard.type(await codeSentTo(member.number, before));
  await page.getByRole("button", { name: "Delete for good" }).click();

  await expect(page).toHaveURL(`${mini}/`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  expect(await opens(second.token, second.user.id, request)).toBe(false);
});

test("a device that is signed out from another has no access any more @long", async ({
  page,
  request,
}) => {
  const member = await registered();
  const second = await signedInAgain(member);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/profile`);
  await page.getByRole("link", { name: "Sign-in & devices" }).click();
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  expect(await opens(second.token, second.user.id, request)).toBe(true);

  await page.getByRole("button", { name: "Sign out Unknown device" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();

  await expect(page.getByText("You are signed in on this device only.")).toBeVisible();
  expect(await opens(second.token, second.user.id, request)).toBe(false);
  await page.reload();
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
});
