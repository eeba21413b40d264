import { expect, test } from "../support/test.ts";
import {
  arrivalAt,
  expectDashboardOf,
  memberOnSite,
  ticketOf,
  storedToken,
} from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { mini, ports, site } from "../support/servers.ts";

const fromSite = { referer: `${site}/` };

test("an answer lost on the way is asked for again and signs in @long", async ({ page }) => {
  const member = await registered();
  const nonces: (string | undefined)[] = [];
  await page.route(`${mini}/api/member/checksession`, async (route) => {
    nonces.push(route.request().headers()["x-handoff"]);
    if (nonces.length > 1) return route.continue();
    // Only a browser knows mini.localhost as this machine.
    await route.fetch({ url: `http://localhost:${ports.mini}/api/member/checksession` });
    await route.abort("connectionreset");
  });

  await page.goto(arrivalAt("/dashboard", await ticketOf(member)), fromSite);

  await expectDashboardOf(page, member.name);
  expect(nonces[0]).toBe(nonces[1]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a mini-program that lost its storage is signed in by the next visit to the site @long", async ({
  page,
}) => {
  const member = await memberOnSite(page);
  await page.goto(`${site}/dashboard`);
  await expectDashboardOf(page, member.name);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const redirects: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) redirects.push(new URL(request.url()).origin);
  });

  await page.goto(`${site}/dashboard`);

  await expectDashboardOf(page, member.name);
  expect(redirects).toEqual([site, mini]);
  expect(await storedToken(page)).not.toBeNull();
});

test("a site that reaches no API keeps its member, offers the way, and leaves once it can @long", async ({
  page,
}) => {
  await memberOnSite(page);
  await page.route(`${site}/api/**`, (route) => route.abort("connectionrefused"));

  await page.goto(`${site}/menu`);

  await expect(page.getByRole("button", { name: "Open the members' app" })).toBeVisible();
  expect(await storedToken(page)).not.toBeNull();

  // It tries again by itself, after 1, 2, 4 … seconds.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page).toHaveURL(`${mini}/menu`, { timeout: 20_000 });
});

test("a tab that keeps being sent back stops after three times and asks @long", async ({
  page,
}) => {
  await memberOnSite(page);
  for (let visit = 0; visit < 3; visit += 1) {
    await page.goto(`${site}/menu`);
    await expect(page).toHaveURL(`${mini}/menu`);
  }

  await page.goto(`${site}/menu`);

  await expect(page.getByRole("button", { name: "Open the members' app" })).toBeVisible();
  await expect(page).toHaveURL(`${site}/menu`);

  await page.getByRole("button", { name: "Open the members' app" }).click();
  await expect(page).toHaveURL(`${mini}/menu`);
});
