import { expect, type Locator, type Page } from "@playwright/test";

import { codeSentTo, codesSentTo } from "./messages.ts";
import type { Person } from "./people.ts";

export async function signInWithCode(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Sign In" });
  await expect(dialog).toBeVisible();
  const before = codesSentTo(person.number);
  await dialog.getByLabel("Mobile number").fill(person.mobileNumber);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const code = await codeSentTo(person.number, before);
  await dialog.getByRole("textbox", { name: /6-digit/ }).waitFor();
  await typeCode(page, code);
}

export async function fillRegistration(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Join as Member" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel(/^Name/).fill(person.name);
  await dialog.getByLabel(/^Mobile number/).fill(person.mobileNumber);
  await dialog.getByRole("radio", { name: "Female" }).check();
  await dialog.getByRole("radio", { name: "Malay" }).check();
  await dialog.getByLabel(/^Date of birth/).fill("1994-08-31");
  await dialog.getByLabel(/^Your outlet/).selectOption({ index: 1 });
}

export async function registerWithCode(page: Page, person: Person): Promise<void> {
  await fillRegistration(page, person);
  const dialog = page.getByRole("dialog", { name: "Join as Member" });
  const before = codesSentTo(person.number);
  await dialog.getByRole("button", { name: "Get OTP" }).click();
  await dialog.getByRole("textbox", { name: /6-digit/ }).waitFor();
  await typeCode(page, await codeSentTo(person.number, before));
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByRole("button", { name: "Join Now" }).click();
}

/** Joins at the /login of one of the apps, from the sign-in dialog on. The first login's dialog is still open. */
export async function joinAt(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/login`);
  await press(page.getByRole("dialog", { name: "Sign In" }), "Sign Up");
  await registerWithCode(page, person);
}

export const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole("button", { name }).click();

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: /6-digit/ }).focus();
  await page.keyboard.type(code);
}

export async function skipReferralCode(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Have a referral code?" });
  await dialog.getByRole("button", { name: "Skip" }).click();
  await expect(dialog).toBeHidden();
}

/** The code of a voucher that is on the screen, as a till reads it: `XXXX-XXXX-…`. */
export async function shownCode(page: Page): Promise<string> {
  const label = await page.getByRole("img", { name: /^Code / }).getAttribute("aria-label");
  return label!
    .replace("Code ", "")
    .replaceAll(" ", "")
    .replace(/(.{4})(?=.)/g, "$1-");
}

export async function signOutFromProfile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).last().click();
  const question = page.getByRole("alertdialog", { name: "Sign Out" });
  await question.getByRole("button", { name: "Sign Out" }).click();
}
