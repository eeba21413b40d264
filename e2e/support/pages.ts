import { expect, type Page } from "@playwright/test";

import { mini, site } from "./places.ts";
import { mint, registered, type MemberPerson, type Person, type Session } from "./people.ts";
import { remember } from "./storage.ts";

/** An address of the mini-program with a token in it, as the site builds it. */
export function arrivalAt(path: string, token: string): string {
  const url = new URL(path, mini);
  url.searchParams.set("token", token);
  return url.href;
}

/** A page of the site whose visitor is signed in there, without having been handed over yet. */
export async function signedInOnSite(page: Page, session: Session): Promise<void> {
  // A plain file of that origin: no app runs on it, so nothing is handed over yet.
  await page.goto(`${site}/config.json`);
  await remember(page, session);
}

/** A page of the mini-program whose member is signed in there, with a session of its own. */
export async function signedInOnMini(page: Page, session: Session): Promise<void> {
  await page.goto(`${mini}/config.json`);
  await remember(page, session);
}

/** A member who has been here before, signed in on the site. */
export async function memberOnSite(page: Page, person?: Person): Promise<MemberPerson> {
  const member = await registered(person);
  await signedInOnSite(page, member);
  return member;
}

/** A member who has been here before, signed in on the mini-program. */
export async function memberOnMini(page: Page, person?: Person): Promise<MemberPerson> {
  const member = await registered(person);
  await signedInOnMini(page, member);
  return member;
}

/** The members' dashboard stands, for this member. */
export async function expectDashboardOf(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(`${mini}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
}

/** A fresh ticket of a session, and the session as it is afterwards. */
export async function ticketOf(session: Session): Promise<string> {
  const { handoffToken, loginToken } = await mint(session.token);
  session.token = loginToken;
  return handoffToken;
}

/** Nobody is signed in on this page: neither shown nor stored. */
export async function expectVisitor(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("userData"))).toBeNull();
}
