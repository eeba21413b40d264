import type { Browser, Page } from "@playwright/test";

import { staff } from "./servers.ts";
import { actOn, askAsStaff, signedInToOffice } from "./staff.ts";
import { expect, test } from "./test.ts";

export const CASHIER = "Mei Ling";
const START_PIN = "9053";
export const PIN = "4071";

/** A name or a receipt that a retry has again: tills and receipts of an outlet are there once, and the first try's stay. */
export function ofThisTry(name: string): string {
  const { retry } = test.info();
  return retry === 0 ? name : `${name} R${retry}`;
}

/** On the office's screens a manager adds a till and a cashier with a PIN; answers the address that the till's QR holds. */
export async function enrolment(
  page: Page,
  manager: string,
  till: string,
  outletId = 1,
): Promise<string> {
  await signedInToOffice(page, { name: manager, role: "outlet-manager", outletId });
  await page.goto(`${staff}/people`);
  await page.getByRole("button", { name: "Add a person" }).click();
  const adding = page.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Name").fill(CASHIER);
  await adding.getByRole("button", { name: "Add a person" }).click();
  await expect(adding).toBeHidden();
  await actOn(page, CASHIER, "Set a PIN");
  const setting = page.getByRole("dialog", { name: `PIN of ${CASHIER}` });
  await setting.getByLabel("Start PIN").fill(START_PIN);
  await setting.getByRole("button", { name: "Set a PIN" }).click();
  await expect(setting).toBeHidden();

  await page.goto(`${staff}/outlets/${outletId}`);
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

/** The same by the API, for tests that are about what the till does. */
export async function enrolmentByApi(
  page: Page,
  manager: string,
  till: string,
  outletId: number,
): Promise<string> {
  await signedInToOffice(page, { name: manager, role: "outlet-manager", outletId });
  const grants = [{ role: "cashier", outletId }];
  const { id } = await askAsStaff(page, "POST", "/people", { name: CASHIER, grants });
  await askAsStaff(page, "PUT", `/people/${String(id)}/pin`, { pin: START_PIN });
  const { link } = await askAsStaff(page, "POST", `/outlet/${outletId}/till/enrolment`, {
    name: till,
  });
  return String(link);
}

export async function tablet(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return { context, page: await context.newPage() };
}

/**
 * A tablet that is a till of an outlet, with its cashier signed in. It opens without a network.
 *
 * @param office a page of its own, in which the manager stays signed in
 */
export async function aCounter(
  office: Page,
  browser: Browser,
  till: string,
  outletId: number,
  enrol = enrolmentByApi,
) {
  const address = await enrol(office, `Manager of ${till}`, ofThisTry(till), outletId);
  const { page, context } = await tablet(browser);
  await page.goto(address);
  const known = ["/api/pos/report", "/api/pos/voucher-keys"].map((path) =>
    page.waitForResponse((answer) => answer.url().endsWith(path) && answer.ok()),
  );
  await page.getByRole("button", { name: "Make this tablet a till" }).click();
  await choosePin(page);
  await Promise.all(known);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { page, context };
}

export async function press(page: Page, figures: string) {
  const pad = page.getByRole("group", { name: "Number pad" });
  for (const figure of figures)
    await pad.getByRole("button", { name: figure, exact: true }).click();
}

/** By the newest of this name: a first try has left one. */
export async function choosePin(page: Page) {
  await page.getByRole("button", { name: CASHIER }).last().click();
  await press(page, START_PIN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "choose a PIN of your own" })).toBeVisible();
  await press(page, PIN);
  await page.getByRole("button", { name: "Next" }).click();
  await press(page, PIN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Next guest" })).toBeVisible();
}

export async function scan(page: Page, text: string) {
  await page.getByLabel("Code or mobile number").fill(text);
  await page.keyboard.press("Enter");
}

export async function record(page: Page, receipt: string, sen: string) {
  await page.getByLabel("Receipt number").fill(receipt);
  await press(page, sen);
  await page.getByRole("button", { name: /^Record/ }).click();
}

/** The whole pad is above the button that ends the bill. */
export async function expectWholePad(page: Page) {
  const pad = await page.getByRole("group", { name: "Number pad" }).boundingBox();
  const end = await page.getByRole("button", { name: /^Record/ }).boundingBox();
  expect(pad!.y + pad!.height).toBeLessThanOrEqual(end!.y);
}

export const nextGuest = (page: Page) => page.getByRole("button", { name: "Next guest" }).click();

/** Uses the voucher that was scanned, without a bill. */
export const useIt = (page: Page) =>
  page.getByRole("button", { name: "Use it", exact: true }).click();

const HUES = { red: [0, 20], amber: [30, 60], green: [100, 160] } as const;

export async function expectAnswer(page: Page, colour: keyof typeof HUES, words: string | RegExp) {
  const role = colour === "red" ? "alert" : "status";
  const answer = page.getByRole("main").getByRole(role).filter({ hasText: words });
  await expect(answer).toBeVisible();
  const [from, to] = HUES[colour];
  // The screen may draw the answer again meanwhile: what has left the page has no colour.
  await expect(async () => {
    const background = await answer.evaluate(
      (element) => getComputedStyle(element).backgroundColor,
    );
    expect(hueOf(background), background).toBeGreaterThanOrEqual(from);
    expect(hueOf(background), background).toBeLessThanOrEqual(to);
  }).toPass({ timeout: 10_000 });
}

/** The hue of `rgb(…)`, in degrees; NaN of anything else. */
function hueOf(colour: string): number {
  const [red = NaN, green = NaN, blue = NaN] = (colour.match(/\d+/g) ?? []).map(Number);
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return ((angle * 180) / Math.PI + 360) % 360;
}
