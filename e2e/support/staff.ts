import { expect, type Page } from "@playwright/test";

import { flask } from "./database.ts";
import { anAuthenticator } from "./passkeys.ts";

/** Adds an account as an operator does, and answers its invitation's link; a cashier has none. */
export function anInvitation(name: string, role: string, outletId?: number): string {
  const where = outletId === undefined ? [] : ["--outlet", String(outletId)];
  const added = flask(
    "staff",
    "add",
    "--name",
    name,
    "--role",
    role,
    ...where,
    "--reason",
    "a new colleague",
  );
  return /https?:\/\/\S+/.exec(added)?.[0] ?? "";
}

/** Signs somebody new in to the office: invitation, passkey, and the first page of their roles. */
export async function signedInToOffice(
  page: Page,
  { name, role, outletId }: { name: string; role: string; outletId?: number },
) {
  const device = await anAuthenticator(page);
  await page.goto(anInvitation(name, role, outletId));
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toContainText(name);
  return device;
}
