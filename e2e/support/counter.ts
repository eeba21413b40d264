import type { Browser, Page } from "@playwright/test";

import { staff } from "./servers.ts";
import { signedInToOffice } from "./staff.ts";
import { expect } from "./test.ts";

export const CASHIER = "Mei Ling";
const PIN = "4071";

/** A manager adds a till and a cashier with a PIN, and answers the address that the till's QR holds. */
export async function enrolment(page: Page, manager: string, till: string): Promise<string> {
  await signedInToOffice(page, { name: manager, role: "outlet-manager", outletId: 1 });
  await page.goto(`${staff}/people`);
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

/** A telephone-sized window with a storage of its own. */
export async function tablet(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return { context, page: await context.newPage() };
}

/** Presses figures on the number pad. */
export async function press(page: Page, figures: string) {
  const pad = page.getByRole("group", { name: "Number pad" });
  for (const figure of figures)
    await pad.getByRole("button", { name: figure, exact: true }).click();
}

/** Signs the cashier in by PIN. */
export async function signIn(page: Page) {
  await page.getByRole("button", { name: CASHIER }).first().click();
  await press(page, PIN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Next guest" })).toBeVisible();
}

/** Types what a scanner reads. */
export async function scan(page: Page, text: string) {
  await page.getByLabel("Code or mobile number").fill(text);
  await page.keyboard.press("Enter");
}
