import type { Page } from "@playwright/test";

import { expect, test } from "../support/test.ts";
import { signedInOnMini, signedInOnSite, storedToken } from "../support/pages.ts";
import { opens, registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";

/** How often the races are run; a storm asks for more, and gets the time that they take. */
const ROUNDS = Number(process.env.LOYALTY_E2E_ROUNDS ?? 3);
const MAX_ROUND_MS = 20_000;

test.describe.configure({ timeout: 90_000 + ROUNDS * MAX_ROUND_MS });

test("two tabs that leave the site at once both arrive signed in @long", async ({ browser }) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext();
    const [one, two] = [await context.newPage(), await context.newPage()];
    const member = await registered();
    await signedInOnSite(one, member);

    await Promise.all([one.goto(`${site}/dashboard`), two.goto(`${site}/activity`)]);

    await expect(one).toHaveURL(`${mini}/dashboard`);
    await expect(two).toHaveURL(`${mini}/activity`);
    await expect(one.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(two.getByRole("heading", { level: 1 })).toBeVisible();
    // A check may renew the token between reading and trying it.
    await expect(async () => {
      const token = await storedToken(one);
      expect(await opens(token!, member.user.id, context.request)).toBe(true);
    }).toPass();
    await context.close();
  }
});

test("many tabs that check the session at the same moment sign nobody out @long", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const member = await registered();
  const first = await context.newPage();
  await signedInOnMini(first, member);
  const tabs = [first, ...(await Promise.all(Array.from({ length: 5 }, () => context.newPage())))];
  await Promise.all(tabs.map((tab) => tab.goto(`${mini}/activity`)));
  await Promise.all(tabs.map((tab) => tab.getByRole("heading", { level: 1 }).waitFor()));

  const statuses: number[] = [];
  context.on("response", (response) => {
    if (response.url().endsWith("/checksession")) statuses.push(response.status());
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = statuses.length;
    // Coming back online makes every tab check at once.
    await Promise.all(
      tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event("online")))),
    );
    // A tab whose turn does not come in time gives up, so not every one has a response.
    await expect.poll(() => statuses.length).toBeGreaterThan(before);
    await expect.poll(() => checksUnderWay(first)).toBe(0);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));

  await expect(async () => {
    const token = await storedToken(first);
    expect(await opens(token!, member.user.id, context.request)).toBe(true);
  }).toPass();
  for (const tab of tabs) await expect(tab).toHaveURL(`${mini}/activity`);
  await context.close();
});

function checksUnderWay(tab: Page): Promise<number> {
  return tab.evaluate(async () => {
    const { held, pending } = await navigator.locks.query();
    return [...held!, ...pending!].filter(({ name }) => name === "session").length;
  });
}
