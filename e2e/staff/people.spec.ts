import type { Browser } from "@playwright/test";

import { ofThisTry } from "../support/counter.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { actOn, signedInToOffice } from "../support/staff.ts";
import { anAuthenticator } from "../support/passkeys.ts";
import { expect, test } from "../support/test.ts";

async function headOffice(browser: Browser, name: string) {
  const page = await (await browser.newContext()).newPage();
  await signedInToOffice(page, { name, role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  return page;
}

test("the table of people with the menu of a row fits a window of 1280 px", async ({ browser }) => {
  const mei = await headOffice(browser, "Mei of the desk");
  await headOffice(browser, "Aminah of the desk");
  await mei.setViewportSize({ width: 1280, height: 800 });
  await mei.goto(`${staff}/people`);
  const row = mei.getByRole("row", { name: "Aminah of the desk" });
  await row.getByRole("button", { name: "Actions for Aminah of the desk" }).click();
  await expect(mei.getByRole("menuitem", { name: "Disable" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(mei);
  expect(await mei.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

test("two people of head office add a third, who is listed without an outlet, and hears who invites them again", async ({
  browser,
}) => {
  const name = ofThisTry("Siti binti Ahmad");
  const mei = await headOffice(browser, "Mei of People");
  await mei.goto(`${staff}/people`);
  await mei.getByRole("button", { name: "Add a person" }).click();
  const adding = mei.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Role").selectOption("Head office");
  await adding.getByLabel("Name").fill(name);
  await expectAccessible(mei);
  await adding.getByRole("button", { name: "Add a person" }).click();
  await expect(mei.getByText(`${name} waits for approval.`)).toBeVisible();
  const row = mei.getByRole("row", { name });
  await expect(row).toContainText("Head office (waits for approval)");
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await expect(mei.getByRole("menuitem", { name: "Invite" })).toHaveCount(0);
  await mei.keyboard.press("Escape");
  // Where roles are for no outlet, and not among those of an outlet.
  await mei.getByRole("combobox", { name: "Outlet" }).selectOption("No outlet");
  await expect(row).toBeVisible();
  await expectAccessible(mei);
  await expectNothingSideways(mei);
  await mei.getByRole("combobox", { name: "Outlet" }).selectOption({ index: 2 });
  await expect(row).toBeHidden();

  await mei.goto(`${staff}/approvals`);
  const asked = (page: typeof mei) =>
    page.getByRole("article", { name: `Change the roles: ${name}` });
  await expect(asked(mei)).toContainText("This comes from you: another person has to decide.");
  const hui = await headOffice(browser, "Hui of People");
  await hui.goto(`${staff}/approvals`);
  await expectAccessible(hui);
  await asked(hui)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await hui
    .getByRole("dialog", { name: "Approve this?" })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(asked(hui)).toBeHidden();

  const inviteAgain = async () => {
    await mei.goto(`${staff}/people?outlet=none`);
    await actOn(mei, name, "Invite");
    const dialog = mei.getByRole("alertdialog", { name: `Invitation for ${name}` });
    await dialog.getByRole("button", { name: "Invite" }).click();
  };
  const linkShown = () => mei.getByText(`${staff}/invitation#`).textContent();
  await mei.goto(`${staff}/people?outlet=none`);
  await mei.getByRole("button", { name: `Invite: ${name}` }).click();
  const siti = await (await browser.newContext()).newPage();
  await anAuthenticator(siti);
  await siti.goto((await linkShown()) ?? "");
  await siti.getByRole("button", { name: "Make a passkey" }).click();
  await expect(siti.getByRole("navigation", { name: "Menu" })).toContainText(name);
  await expect(siti.getByRole("button", { name: "I have read it" })).toBeHidden();

  // Again, now that she has one: not without Hui, and not without Siti hearing of it.
  await inviteAgain();
  await expect(mei.getByText("It waits for another person of head office.")).toBeVisible();
  await hui.goto(`${staff}/approvals`);
  const again = hui.getByRole("article", { name: `A new passkey for ${name}` });
  await expect(again).toContainText("Passed on by who asked for it: there is no address");
  await again.getByRole("button", { name: /^Approve/ }).click();
  await hui
    .getByRole("dialog", { name: "Approve this?" })
    .getByRole("button", { name: "Approve" })
    .click();
  await expect(again).toBeHidden();
  await inviteAgain();
  const impostor = await (await browser.newContext()).newPage();
  await anAuthenticator(impostor);
  await impostor.goto((await linkShown()) ?? "");
  await impostor.getByRole("button", { name: "Make a passkey" }).click();
  const notice = (page: typeof mei) =>
    page.getByText(/^A passkey was added to your account by an invitation of Mei of People on/);
  // Who came in by that invitation does not hide it from Siti.
  await expect(notice(impostor)).toBeVisible();
  await impostor.getByRole("button", { name: "I have read it" }).first().click();
  await siti.setViewportSize({ width: 360, height: 740 });
  await siti.goto(`${staff}/account`);
  await expect(notice(siti)).toBeVisible();
  await expectAccessible(siti);
  await siti.reload();
  await expect(notice(siti)).toBeVisible();
});

test("roles at several outlets are given from one dialog, and a person is disabled @long", async ({
  page,
}) => {
  const name = ofThisTry("Ravi Two Outlets");
  await signedInToOffice(page, { name: "Hui of Roles", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/people`);
  await page.getByRole("button", { name: "Add a person" }).click();
  const adding = page.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Role").selectOption("Outlet manager");
  await adding.getByLabel("Name").fill(name);
  await adding.getByLabel("E-mail (optional)").fill("ravi@example.com");
  await adding.getByRole("button", { name: "Add a person" }).click();
  // The link of who needs nobody's approval is there at once.
  await expect(page.getByText(`${staff}/invitation#`)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name });
  await actOn(page, name, "Change roles");
  const dialog = page.getByRole("dialog", { name: `Roles of ${name}` });
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("Outlet manager");
  await dialog.getByRole("combobox", { name: "Outlet" }).selectOption({ index: 3 });
  await dialog.getByRole("button", { name: "Add this role" }).click();
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expectAccessible(page);
  await expectNothingSideways(page);
  await dialog.getByRole("button", { name: "Save the roles" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(/Outlet manager, .+; Outlet manager, .+/);
  await actOn(page, name, "Disable");
  const disabling = page.getByRole("dialog", { name: `Disable ${name}?` });
  await disabling.getByRole("button", { name: "Left the company" }).click();
  await disabling.getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
});
