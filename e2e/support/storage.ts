import type { Page } from "@playwright/test";

import type { Session } from "./people.ts";

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

/** The stored session token of the page's origin. */
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
