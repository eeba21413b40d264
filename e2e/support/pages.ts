import { expect, type Page } from "@playwright/test";

import { firstName } from "../../apps/mini/src/card/first-name.ts";
import { mini, site } from "./servers.ts";
import { mint, registered, type MemberPerson, type Person, type Session } from "./people.ts";

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

export async function signedInOnMini(page: Page, session: Session): Promise<void> {
  await page.goto(`${mini}/config.json`);
  await remember(page, session);
}

export async function memberOnSite(page: Page, person?: Person): Promise<MemberPerson> {
  const member = await registered(person);
  await signedInOnSite(page, member);
  return member;
}

export async function memberOnMini(page: Page, person?: Person): Promise<MemberPerson> {
  const member = await registered(person);
  await signedInOnMini(page, member);
  return member;
}

export async function expectDashboardOf(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(`${mini}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(firstName(name));
}

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

/** Makes a page's own origin remember a session, as a sign-in there would have. The page must be on that origin. */
export async function remember(page: Page, { token, user }: Session): Promise<void> {
  await page.evaluate(
    ([authToken, userData]) => {
      localStorage.setItem("authToken", authToken!);
      localStorage.setItem("userData", userData!);
    },
    [token, JSON.stringify(user)],
  );
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("authToken"));
}

/** Everything a page keeps that a person could read later: both storages, caches, address, document. */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const caches = await window.caches.keys();
    const requests = await Promise.all(
      caches.map(async (name) =>
        (await (await window.caches.open(name)).keys()).map(({ url }) => url),
      ),
    );
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      requests,
      location.href,
      document.documentElement.outerHTML,
      history.state,
    ]);
  });
}

/** Lets the requests for some addresses wait from now on. @returns how to let them go on */
export async function heldBack(page: Page, addresses: string): Promise<() => void> {
  let letGo = () => {};
  const allowed = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(addresses, async (route) => {
    await allowed;
    await route.continue();
  });
  return letGo;
}

export async function chooseLanguage(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const foot = page.getByRole("contentinfo").getByRole("combobox");
  if (await foot.isVisible()) {
    await foot.selectOption(code);
    return;
  }
  await page.getByRole("banner").locator("button[aria-haspopup=dialog]").click();
  await page.getByRole("dialog").getByRole("combobox").selectOption(code);
  await expect(page.locator("html")).toHaveAttribute("lang", code);
  await page.keyboard.press("Escape");
}
