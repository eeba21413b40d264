import { expect, type Page } from "@playwright/test";

import { flask, inDatabase } from "./database.ts";
import { anAuthenticator } from "./passkeys.ts";

/** Adds an account as an operator does, and answers its invitation's link; a cashier has none. */
export async function anInvitation(name: string, role: string, outletId?: number): Promise<string> {
  const where = outletId === undefined ? [] : ["--outlet", String(outletId)];
  const added = await flask(
    "people",
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

export async function signedInToOffice(
  page: Page,
  { name, role, outletId }: { name: string; role: string; outletId?: number },
) {
  const device = await anAuthenticator(page);
  await page.goto(await anInvitation(name, role, outletId));
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toContainText(name);
  return device;
}

/** Asks the API for what its staff may do, as whom is signed in on a page; its answer. */
export function askAsStaff<T = Record<string, unknown>>(
  page: Page,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
): Promise<T> {
  const request = {
    method,
    headers: { "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  };
  return page.evaluate(
    async ([path, request]) => {
      const answer = await fetch(`/api/staff${path}`, request);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return JSON.parse(text || "null") as T;
    },
    [path, request] as const,
  );
}

/** Makes the last verification of a user's passkey ten minutes old: too old for what needs a fresh one. */
export function verifiedLongAgo(name: string): void {
  inDatabase(
    "UPDATE staff_sessions SET verified_at = datetime(verified_at, '-10 minutes') WHERE staff_id IN (SELECT id FROM staff WHERE name = ?)",
    name,
  );
}

/** A function that a task's clicks, choices and typed fields go through, from its screen on; the one too many fails. */
export function countedActions(max = 8): <T>(action: Promise<T>) => Promise<T> {
  let count = 0;
  return (action) => {
    count += 1;
    expect(count, "actions of this task").toBeLessThanOrEqual(max);
    return action;
  };
}

/** Chooses what is done with a row of a table from its menu. */
export async function actOn(page: Page, row: string, act: string): Promise<void> {
  await page
    .getByRole("button", { name: `Actions for ${row}` })
    .last()
    .click();
  await page.getByRole("menuitem", { name: act }).click();
}
